package dev.crawlsieve.stream.forget;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.sites.mirror.Finding;
import dev.crawlsieve.sites.mirror.ObservationCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.DeadPage;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.HeaderValues;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Has running instances forget the pages of a host, or below a URL, and lists the records that
 * still hold them.
 */
public final class SiteRemoval {

  /** Header of requests, for people who read the log. */
  private static final String HEADER = "crawlsieve.forget";

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final SieveConfig config;
  private final Steps steps;
  private final Forgetting about;

  /** Makes the steps of a request. */
  @FunctionalInterface
  public interface Steps {

    /**
     * The steps, see {@link Forgetting}.
     *
     * @param leaders bound on the leaders of a lane
     */
    List<Forgetting> of(long leaders) throws BadPageException;
  }

  /**
   * @throws SettingsException if this is no host or no beginning of a URL, or this generation
   *     cannot forget
   */
  public SiteRemoval(SieveConfig config, Steps steps) {
    this.config = config;
    this.steps = steps;
    this.about = steps(0).get(0);
    if (!config.topics().ownLog()) {
      throw new SettingsException(
          "topic '"
              + config.topics().fingerprints()
              + "' belongs to others (setting fingerprints.topic): forget in the generation that it"
              + " belongs to, and this one does, too");
    }
  }

  private List<Forgetting> steps(long leaders) {
    try {
      return steps.of(leaders);
    } catch (BadPageException e) {
      throw new SettingsException(Objects.requireNonNull(e.getMessage()), e);
    }
  }

  /**
   * Sends the request to all lanes, and waits until they have forgotten.
   *
   * @param told receives sentences for a user who waits
   * @throws SieveException if no instance is at work, or none gets on; the request stays in the log
   */
  public void forget(Consumer<String> told) {
    TopicNames topics = config.topics();
    Topics.ensureExist(config, List.of(topics.fingerprints()), AclOperation.WRITE);
    ensureSameWings();
    try (GroupProgress group = new GroupProgress(config);
        KafkaProducer<byte[], byte[]> producer =
            new Connection(config).producer(Map.of(ProducerConfig.ACKS_CONFIG, "all"))) {
      await(group, send(producer, group, topics.fingerprints()), told);
      for (String topic : betweenShards()) {
        await(group, group.ends(topic, IsolationLevel.READ_COMMITTED), told);
      }
      if (!topics.logs().isEmpty()) {
        // what was decided before the request is still on its way to the wings
        await(group, group.ends(topics.verdicts(), IsolationLevel.READ_COMMITTED), told);
        for (String log : topics.logs()) {
          await(group, send(producer, group, log), told);
        }
      }
      if (config.uses(MirrorsConfig.WING)) {
        deleteWithdrawn(producer);
      }
    }
  }

  /** The topics by which the request goes from shard to shard and back. */
  private List<String> betweenShards() {
    if (config.indexTasks().areLanes()) {
      return List.of();
    }
    List<String> topics =
        new ArrayList<>(Collections.nCopies(config.shards(), config.topics().lookups()));
    topics.add(config.topics().found());
    topics.add(config.topics().leaders());
    return topics;
  }

  /** A wing that is in use, but not in the given settings, would remember. */
  private void ensureSameWings() {
    try (Admin admin = new Connection(config).admin()) {
      TopicDescriber describer = new TopicDescriber(admin, new Connection(config));
      for (Wing wing : Wing.all()) {
        for (String topic : config.uses(wing) ? List.<String>of() : config.topics().of(wing)) {
          if (!describer.partitions(topic).isEmpty()) {
            throw new SettingsException(
                ("topic '%s' exists, but %s is false here: give 'forget' the settings of 'run', or"
                        + " delete the topic")
                    .formatted(topic, wing.enabled()));
          }
        }
      }
    }
  }

  /**
   * Deletes findings that were withdrawn before and name the sites; 'run' knows no more of them.
   */
  private void deleteWithdrawn(KafkaProducer<byte[], byte[]> producer) {
    String topic = config.topics().found(MirrorsConfig.WING);
    Map<String, ProducerRecord<byte[], byte[]>> withdrawn = new HashMap<>();
    TopicSpan.of(config, topic)
        .read(
            record -> {
              String key = new String(record.key(), UTF_8);
              withdrawn.remove(key);
              if (record.value() != null && isWithdrawn(record.value())) {
                withdrawn.put(
                    key, new ProducerRecord<>(topic, record.partition(), record.key(), null));
              }
            });
    withdrawn.values().forEach(tombstone -> sent(producer, List.of(tombstone)));
  }

  private boolean isWithdrawn(byte[] finding) {
    try {
      JsonNode json = RecordJson.JSON.readTree(finding);
      return !Finding.of(json).declared()
          && Stream.of("site", "one", "two").anyMatch(f -> about.coversSite(json.path(f).asText()));
    } catch (IOException | IllegalArgumentException e) {
      return false; // no finding
    }
  }

  /** Sends the request to all partitions of a log; returns the offsets after it. */
  private Map<TopicPartition, Long> send(
      KafkaProducer<byte[], byte[]> producer, GroupProgress group, String log) {
    boolean lanes = log.equals(config.topics().fingerprints());
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    group
        .ends(log, IsolationLevel.READ_UNCOMMITTED)
        .forEach(
            (at, end) ->
                (lanes ? steps(end) : List.of(about))
                    .forEach(step -> records.add(record(at, step))));
    return sent(producer, records);
  }

  private static Map<TopicPartition, Long> sent(
      KafkaProducer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
    try {
      List<Future<RecordMetadata>> sent = records.stream().map(producer::send).toList();
      producer.flush();
      Map<TopicPartition, Long> ends = new HashMap<>();
      for (Future<RecordMetadata> one : sent) {
        RecordMetadata at = one.get();
        ends.merge(new TopicPartition(at.topic(), at.partition()), at.offset() + 1, Math::max);
      }
      return ends;
    } catch (KafkaException | ExecutionException e) {
      throw new SieveException(
          "the Kafka broker did not take the request: "
              + Causes.root(e)
              + "; running the same command again sends it again",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted while waiting for the Kafka broker", e);
    }
  }

  private static ProducerRecord<byte[], byte[]> record(TopicPartition at, Forgetting step) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(at.topic(), at.partition(), new byte[0], step.stored());
    record.headers().add(HEADER, step.toString().getBytes(UTF_8));
    return record;
  }

  private void await(GroupProgress group, Map<TopicPartition, Long> ends, Consumer<String> told) {
    String log = ends.keySet().iterator().next().topic();
    long reached = -1;
    long moved = System.nanoTime();
    while (!group.passed(ends)) {
      if (!group.isRunning()) {
        throw notForgotten("no 'run' is at work (application.id " + config.applicationId() + ")");
      }
      long now = group.reached(log);
      if (now != reached) {
        reached = now;
        moved = System.nanoTime();
        told.accept("waiting until 'run' has read " + log);
      } else if (System.nanoTime() - moved > PATIENCE.toNanos()) {
        throw notForgotten("'run' reads nothing of " + log);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private static SieveException notForgotten(String why) {
    return new SieveException(
        why
            + ": the request is in the log, and 'run' forgets when it reads it. Then run this"
            + " command again, which lists what remains");
  }

  /**
   * Lists records that name such a URL as their page or as the page that they copy, except for
   * those that compaction removes.
   *
   * @param each receives them
   * @param progress called after each batch of records read, with the topic
   */
  public void remaining(
      Consumer<ConsumerRecord<byte[], byte[]>> each, BiConsumer<String, Progress> progress) {
    TopicNames topics = config.topics();
    PageFingerprinter reader = Bodies.steps(config.fingerprinting(), config.bodyRefs());
    Map<String, Function<ConsumerRecord<byte[], byte[]>, Stream<String>>> urls =
        new LinkedHashMap<>();
    urls.put(topics.pages(), record -> ofPage(reader, record));
    urls.put(topics.fingerprints(), SiteRemoval::ofFingerprint);
    urls.put(topics.verdicts(), SiteRemoval::ofVerdict);
    topics.routed().forEach(topic -> urls.put(topic, record -> ofPage(reader, record)));
    topics.logs().forEach(log -> urls.put(log, SiteRemoval::ofWing));
    urls.forEach(
        (topic, ofRecord) ->
            TopicSpan.of(config, topic)
                .read(
                    record -> {
                      if (ofRecord.apply(record).anyMatch(about::covers)) {
                        each.accept(record);
                      }
                    },
                    read -> progress.accept(topic, read)));
  }

  private static Stream<String> ofPage(
      PageFingerprinter reader, ConsumerRecord<byte[], byte[]> record) {
    String url =
        DeadPage.of(reader, record.key(), record.value(), HeaderValues.of(record.headers())).url();
    return Stream.of(
            url,
            RecordJson.header(record, RoutedPage.DUPLICATE_OF),
            RecordJson.header(record, RoutedPage.REPLACES))
        .filter(Objects::nonNull);
  }

  private static Stream<String> ofFingerprint(ConsumerRecord<byte[], byte[]> record) {
    try {
      FingerprintCodec.ensureReadable(record.value());
      return Forgetting.read(record.value()).isPresent()
          ? Stream.of()
          : Stream.of(FingerprintCodec.url(record.value(), 0));
    } catch (UnreadableFingerprintException e) {
      return Stream.of();
    }
  }

  /** The URLs in a log of a wing, whose keys are URLs or sites. */
  private static Stream<String> ofWing(ConsumerRecord<byte[], byte[]> record) {
    String key = new String(record.key(), UTF_8);
    Stream<String> about = Stream.of(key.contains("://") ? key : "http://" + key + "/");
    try {
      return Stream.concat(
          about, Stream.ofNullable(ObservationCodec.decode(record.value()).original()));
    } catch (UnreadableRecordException e) {
      return about; // blocks of a page, or the request
    }
  }

  private static Stream<String> ofVerdict(ConsumerRecord<byte[], byte[]> record) {
    try {
      return RecordJson.JSON.readTree(record.value()).findValuesAsText("url").stream();
    } catch (IOException e) {
      return Stream.of(); // no verdict
    }
  }
}
