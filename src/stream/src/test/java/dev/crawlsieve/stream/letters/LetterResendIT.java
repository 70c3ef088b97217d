package dev.crawlsieve.stream.letters;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.run.Committed;
import dev.crawlsieve.stream.run.OneBroker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each dead letter is sent once, whatever ends a run, whichever filters select it. */
@Timeout(600)
final class LetterResendIT {

  /** Two full transactions, and some for a third. */
  private static final int LETTERS = 1_200;

  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldSendTheRestAfterARunThatBrokeOff() {
    SieveConfig config = withLetters("broken");
    assertThatThrownBy(
            () ->
                new LetterResend(config)
                    .resend(
                        LetterFilter.ALL,
                        after(
                            LETTERS,
                            () -> {
                              throw new SieveException("broken off");
                            })))
        .hasMessageStartingWith("broken off; 1000 dead letters had been sent.");
    assertThat(pages(config)).hasSize(1_000);

    assertThat(resend(config, LetterFilter.ALL)).isEqualTo(result(LETTERS, 200, 1_000));
    everyPageShouldBeThereOnce(config);
    assertThat(resend(config, LetterFilter.ALL).sent()).isZero();
    everyPageShouldBeThereOnce(config);
  }

  @Test
  void shouldRollBackWhatAKilledRunHadNotCommitted() {
    SieveConfig config = withLetters("killed");
    Topics.createSideTopic(config, config.topics().resentLetters());
    List<ConsumerRecord<byte[], byte[]>> letters =
        Committed.records(config, config.topics().deadLetters());
    ResentLetters resent = ResentLetters.read(config);
    try (KafkaProducer<byte[], byte[]> killed = producer(config, true)) {
      killed.initTransactions();
      killed.beginTransaction();
      for (ConsumerRecord<byte[], byte[]> next : letters.subList(0, 300)) {
        Letter letter = new Letter(next);
        var unusedPage = killed.send(letter.page(config.topics().pages(), 2));
        var unusedMarker = killed.send(resent.marker(letter));
      }
      killed.flush();

      assertThat(resend(config, LetterFilter.ALL).sent()).isEqualTo(LETTERS);
      everyPageShouldBeThereOnce(config);
      assertThatThrownBy(killed::commitTransaction).isInstanceOf(ProducerFencedException.class);
    }
    everyPageShouldBeThereOnce(config);
  }

  @Test
  void shouldGiveWayToARunThatStartsLater() {
    SieveConfig config = withLetters("two");
    assertThatThrownBy(
            () ->
                new LetterResend(config)
                    .resend(
                        LetterFilter.ALL,
                        after(
                            LETTERS,
                            () ->
                                assertThat(resend(config, LetterFilter.ALL))
                                    .isEqualTo(result(LETTERS, 200, 1_000)))))
        .hasMessageStartingWith("another 'dead-letters resend' has started");
    everyPageShouldBeThereOnce(config);
  }

  @Test
  void shouldStopBetweenTransactions() throws Exception {
    SieveConfig config = withLetters("stopped", Map.of("consumer.max.poll.records", "600"));
    LetterResend resend = new LetterResend(config);
    Thread stopping = new Thread(resend::stop);
    assertThatThrownBy(
            () ->
                resend.resend(
                    LetterFilter.ALL,
                    after(
                        600,
                        () -> {
                          stopping.start();
                          await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
                        })))
        .hasMessageStartingWith("stopped; 500 dead letters had been sent.");
    stopping.join();
    assertThat(pages(config)).hasSize(500);
    assertThat(resend(config, LetterFilter.ALL).sent()).isEqualTo(700);
    everyPageShouldBeThereOnce(config);
  }

  @Test
  void shouldSendOnceUnderSeveralFilters() {
    SieveConfig config = withLetters("filters");
    assertThat(resend(config, reason("late")).sent()).isEqualTo(600);
    assertThat(resend(config, reason("too #"))).isEqualTo(result(LETTERS, 600, 600));
    assertThat(resend(config, reason("early"))).isEqualTo(result(600, 0, 600));
    everyPageShouldBeThereOnce(config);
    assertThat(LetterList.read(config, unheard -> {}))
        .extracting(LetterGroup::letters, LetterGroup::sentAgain)
        .containsOnly(tuple(600L, 600L));
  }

  @Test
  void shouldSendTheLettersOfATopicThatWasMadeAnew() throws Exception {
    SieveConfig config = withLetters("anew");
    resend(config, LetterFilter.ALL);
    try (Admin admin = new Connection(config).admin()) {
      admin.deleteTopics(List.of(config.topics().deadLetters())).all().get();
    }
    await().until(() -> TopicSpan.of(config, config.topics().deadLetters()).partitions() == 0);
    withLetters("anew");
    assertThat(resend(config, LetterFilter.ALL).sent()).isEqualTo(LETTERS);
    assertThat(pages(config)).hasSize(2 * LETTERS);
  }

  @Test
  void shouldNotTouchAnythingInADryRun() {
    SieveConfig config = withLetters("dry");
    ResendResult result = new LetterResend(config).tryOut(reason("late"), unheard -> {});
    assertThat(result).isEqualTo(result(600, 600, 0));
    assertThat(pages(config)).isEmpty();
    assertThatThrownBy(() -> Topics.ensureExist(config, List.of(config.topics().resentLetters())))
        .hasMessageContaining("does not exist");
  }

  @Test
  void shouldNotSendToPagesOfOthers() {
    SieveConfig config =
        SieveConfig.of(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "pages.topic", "theirs"));
    assertThatThrownBy(() -> resend(config, LetterFilter.ALL))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("'theirs' belongs to others");
  }

  private static LetterFilter reason(String text) {
    return new LetterFilter(Optional.of(DeadLetterStage.FINGERPRINT), text);
  }

  /** A result: no letter holds JSON, so each that is sent would be a dead letter again. */
  private static ResendResult result(long selected, long sent, long sentBefore) {
    return new ResendResult(
        LETTERS,
        selected,
        sent,
        sentBefore,
        Map.of(),
        sent == 0 ? Map.of() : Map.of("the value is not JSON: it begins with '…'", sent));
  }

  private static ResendResult resend(SieveConfig config, LetterFilter filter) {
    return new LetterResend(config).resend(filter, unheard -> {});
  }

  /** A listener that does something when so many letters have been read. */
  private static Consumer<Progress> after(long letters, Runnable what) {
    return progress -> {
      if (progress.pages() == letters) {
        what.run();
      }
    };
  }

  private static SieveConfig withLetters(String prefix) {
    return withLetters(prefix, Map.of());
  }

  private static SieveConfig withLetters(String prefix, Map<String, String> others) {
    Map<String, String> settings = new HashMap<>(others);
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("topic.prefix", prefix);
    settings.put("partitions", "2");
    SieveConfig config = SieveConfig.of(settings);
    Topics.create(config);
    return write(config);
  }

  private static SieveConfig write(SieveConfig config) {
    try (KafkaProducer<byte[], byte[]> producer = producer(config, false)) {
      for (int i = 0; i < LETTERS; i++) {
        String reason = i % 2 == 0 ? "too 1 late" : "too 2 early";
        producer.send(
            TestLetters.written(
                config.topics().deadLetters(), config.topics().pages(), key(i), reason));
      }
    }
    return config;
  }

  private static KafkaProducer<byte[], byte[]> producer(SieveConfig config, boolean resending) {
    return new Connection(config)
        .pageProducer(
            resending
                ? Map.of(
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG, config.topics().resendTransactions())
                : Map.of());
  }

  private static String key(int i) {
    return "https://host.example/" + i;
  }

  private static List<ConsumerRecord<byte[], byte[]>> pages(SieveConfig config) {
    // What a transaction has sent can be read a moment after its commit returns
    List<ConsumerRecord<byte[], byte[]>> pages = new ArrayList<>();
    TopicSpan.withOpen(config, config.topics().pages()).read(pages::add);
    return pages;
  }

  private static void everyPageShouldBeThereOnce(SieveConfig config) {
    List<ConsumerRecord<byte[], byte[]>> pages = pages(config);
    assertThat(pages)
        .extracting(page -> new String(page.key(), UTF_8))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, LETTERS).mapToObj(LetterResendIT::key).toList());
    assertThat(pages)
        .extracting(page -> RecordJson.header(page, Letter.RESENT_FROM))
        .doesNotHaveDuplicates()
        .doesNotContainNull();
    assertThat(pages)
        .allMatch(
            page ->
                new String(page.value(), UTF_8).equals("value of " + new String(page.key(), UTF_8)))
        .allMatch(page -> page.partition() == 1);
  }
}
