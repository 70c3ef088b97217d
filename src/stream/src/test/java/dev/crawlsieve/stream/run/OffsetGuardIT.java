package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.topics.RecordedSettings;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.Changelogs;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker's reports on a group's offsets while transactions are open, aborted and committed. */
final class OffsetGuardIT {

  private static final TopicPartition LANE = new TopicPartition("fingerprints", 0);

  @RegisterExtension final OneBroker broker = new OneBroker();
  private SieveConfig config;
  private LazyAdmin admin;
  private KafkaProducer<byte[], byte[]> producer;

  @BeforeEach
  void start() {
    config =
        SieveConfig.of(Map.of("bootstrap.servers", broker.bootstrapServers(), "partitions", "2"));
    Topics.create(config);
    admin = new LazyAdmin(config);
    producer =
        new Connection(config).producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "lane"));
    producer.initTransactions();
  }

  @AfterEach
  void stop() {
    producer.close();
    admin.close();
  }

  /** Commits the first record of an index on its own. */
  private void commitSettings() {
    Connection connection = new Connection(config);
    String changelog = Changelogs.name(config, IndexTasks.INDEX_STORE);
    StringBuilder settings = new StringBuilder("#leaders=" + ComparedPage.VERSION + "\n");
    config.decisive().forEach((name, value) -> settings.append(name + "=" + value + "\n"));
    try (Admin admin = connection.admin();
        KafkaProducer<byte[], byte[]> index = connection.producer(Map.of())) {
      NewTopic topic = new NewTopic(changelog, 1, (short) 1);
      connection.await(admin.createTopics(Set.of(topic)).all());
      index.send(
          new ProducerRecord<>(
              changelog, 0, "settings".getBytes(UTF_8), settings.toString().getBytes(UTF_8)));
    }
  }

  @Test
  void shouldNotTakePendingOffsetsForForgottenOnes() throws Exception {
    commitSettings();
    begin();
    OffsetGuard guard = new OffsetGuard(config, new BrokersGroup(config, admin));
    CompletableFuture<Void> check =
        CompletableFuture.runAsync(() -> guard.check(RecordedSettings.check(config)));
    // Long enough for one look; it keeps looking until the transaction ends, however long that
    // takes.
    assertThatThrownBy(() -> check.get(4, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    producer.commitTransaction();
    check.get(2, TimeUnit.MINUTES);
  }

  @Test
  void shouldNameTheCommandThatEndsATransactionWhoseStateTheBrokersHaveLost() throws Exception {
    commitSettings();
    begin();
    broker.loseTransactions();
    SieveException refused = catchThrowableOfType(SieveException.class, () -> looks(() -> {}));
    Matcher command =
        Pattern.compile(
                "abort --topic (__consumer_offsets) --partition (\\d+) --start-offset (\\d+)")
            .matcher(refused.getMessage());
    assertThat(command.find()).as(refused.getMessage()).isTrue();
    TopicPartition offsets =
        new TopicPartition(command.group(1), Integer.parseInt(command.group(2)));
    abort(offsets, Long.parseLong(command.group(3)));
    abort(new TopicPartition("verdicts", 0), 0);
    abort(LANE, 0);
    assertThatThrownBy(() -> looks(() -> {}))
        .as("the offset is no longer pending")
        .hasMessageContaining("there are results of records of fingerprints-0");
  }

  /** Does what kafka-transactions.sh does. */
  private void abort(TopicPartition at, long start) {
    Connection connection = new Connection(config);
    ProducerState open =
        connection
            .await(admin.get().describeProducers(Set.of(at)).partitionResult(at))
            .activeProducers()
            .stream()
            .filter(one -> one.currentTransactionStartOffset().equals(OptionalLong.of(start)))
            .findFirst()
            .orElseThrow();
    connection.await(
        admin
            .get()
            .abortTransaction(
                new AbortTransactionSpec(
                    at,
                    open.producerId(),
                    (short) open.producerEpoch(),
                    open.coordinatorEpoch().orElse(0)))
            .all());
  }

  /** Begins a transaction and leaves it open, like an instance that was just killed. */
  private void begin() {
    producer.beginTransaction();
    Map<String, Object> group =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
            ConsumerConfig.GROUP_ID_CONFIG, config.applicationId());
    try (KafkaConsumer<byte[], byte[]> member =
        new KafkaConsumer<>(group, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      producer.send(new ProducerRecord<>("verdicts", 0, null, new byte[] {1}));
      for (int i = 0; i < 5; i++) {
        producer.send(new ProducerRecord<>(LANE.topic(), 0, null, new byte[] {1}));
      }
      producer.sendOffsetsToTransaction(
          Map.of(LANE, new OffsetAndMetadata(5)), member.groupMetadata());
    }
    producer.flush();
  }

  private int looks(Runnable between) {
    AtomicInteger pauses = new AtomicInteger();
    new OffsetGuard(
            config,
            new BrokersGroup(config, admin),
            () -> {
              pauses.incrementAndGet();
              between.run();
            })
        .check(Set.of(0));
    return pauses.get();
  }

  @Test
  void shouldWaitUntilTheFirstTransactionEnds() {
    begin();
    AtomicInteger pauses = new AtomicInteger();
    int looks =
        looks(
            () -> {
              if (pauses.incrementAndGet() == 3) {
                producer.commitTransaction();
              }
            });
    assertThat(looks).as("looks while it was open").isGreaterThanOrEqualTo(3);
  }

  @Test
  void shouldRefuseWhenTheOnlyTransactionIsAborted() {
    begin();
    producer.abortTransaction();
    assertThatThrownBy(() -> looks(() -> {}))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("fingerprints-0");
  }

  @Test
  void shouldTakeTheIndexOfAnAbortedFirstTransactionForEmpty() {
    try (Admin admin = new Connection(config).admin()) {
      String changelog = Changelogs.name(config, IndexTasks.INDEX_STORE);
      NewTopic topic = new NewTopic(changelog, 1, (short) 1);
      new Connection(config).await(admin.createTopics(Set.of(topic)).all());
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(changelog, 0, "settings".getBytes(UTF_8), new byte[] {1}));
      producer.flush();
      assertThat(RecordedSettings.stored(config)).as("while it is open").isEmpty();
      producer.abortTransaction();
      assertThat(RecordedSettings.stored(config)).as("after it").isEmpty();
    }
  }

  @Test
  void shouldRefuseWhenTheOffsetsOfPagesAreGone() {
    begin();
    byte[] page =
        FingerprintCodec.moved(
            LaneFingerprints.fingerprint(config, 1, 0), new Coordinates(1, 0), 1_700_000_000_000L);
    producer.send(new ProducerRecord<>(LANE.topic(), 0, LaneFingerprints.SCOPE, page));
    producer.send(new ProducerRecord<>("pages", 1, null, new byte[] {1}));
    producer.commitTransaction();
    assertThatThrownBy(() -> looks(() -> {}))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("there are results of records of pages-1")
        .hasMessageContaining("offsets.retention.minutes");
  }
}
