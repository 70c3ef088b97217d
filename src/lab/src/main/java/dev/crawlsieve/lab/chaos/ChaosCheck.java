package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.GroupProgress;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads everything committed on all topics, once the instances have stopped, and checks it. */
final class ChaosCheck {

  private static final long SETTLE_SECONDS = 120;

  private final Map<String, String> settings;
  private final SieveConfig config;
  private final RoutedOnce account;
  private final Fates fates;
  private final Differences differences;
  private long verdicts;
  private long overridden;

  ChaosCheck(
      Map<String, String> settings, RoutedOnce account, Fates fates, Differences differences) {
    this.settings = settings;
    this.config = SieveConfig.of(settings);
    this.account = account;
    this.fates = fates;
    this.differences = differences;
  }

  /**
   * Checks.
   *
   * @return the result of the audit of {@code replay --verify}
   * @throws SieveException if a topic cannot be read
   */
  VerdictAudit.Result check(Stoppable stopping) throws InterruptedException {
    awaitSettled(stopping);
    read(
        config.topics().pages(),
        next ->
            account.stands(
                at(next), header(next, ChaosLoad.NAME), Content.of(next.key(), next.value())));
    read(config.topics().verdicts(), this::verdict);
    read(config.topics().unique(), next -> routed(RoutedOnce.UNIQUE, next));
    read(config.topics().duplicate(), next -> routed(RoutedOnce.DUPLICATE, next));
    read(config.topics().unjudged(), next -> routed(RoutedOnce.UNJUDGED, next));
    read(config.topics().deadLetters(), this::deadLetter);
    account.end();
    stopping.sleep(0);
    VerdictAudit.Result audit = new VerdictAudit(ReplaySource.topics(settings), note -> {}).run();
    audit.shown().forEach(shown -> differences.add("audit", 0, "audit: " + shown));
    if (audit.differences() + audit.undecided() > 0) {
      differences.add(
          "audit",
          audit.differences() + audit.undecided(),
          "audit: " + audit.differences() + " differ, " + audit.undecided() + " are not decided");
    }
    return audit;
  }

  /** Number of verdicts on their topic. */
  long verdicts() {
    return verdicts;
  }

  /** Number of these by which an override decided. */
  long overridden() {
    return overridden;
  }

  private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    TopicSpan.of(config, topic).read(each, unheard -> {});
  }

  /** Waits until no transaction is open any more: an open one would hide the records after it. */
  private void awaitSettled(Stoppable stopping) throws InterruptedException {
    try (GroupProgress group = new GroupProgress(config)) {
      long end = System.nanoTime() + SETTLE_SECONDS * 1_000_000_000;
      while (!config.topics().all().stream().allMatch(group::allCommitted)) {
        if (System.nanoTime() > end) {
          differences.add("open", "a transaction is still open after " + SETTLE_SECONDS + " s");
          return;
        }
        stopping.sleep(500);
      }
    }
  }

  private void verdict(ConsumerRecord<byte[], byte[]> next) {
    try {
      Verdict verdict = VerdictCodec.decode(next.value());
      verdicts++;
      overridden += verdict.overridden() == null ? 0 : 1;
      account.decided(verdict.source(), verdict.route(), at(next));
    } catch (UnreadableRecordException e) {
      differences.add("audit", "the verdict at " + at(next) + ": " + e.getMessage());
    }
  }

  private void routed(String role, ConsumerRecord<byte[], byte[]> next) {
    String page = header(next, RoutedPage.PAGE);
    String[] parts = page.split("@");
    if (parts.length != 2) {
      differences.add("unknown", role + " " + at(next) + " does not say which page it is");
      return;
    }
    Coordinates source = new Coordinates(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    account.routed(role, source, Content.of(next.key(), next.value()));
    fates.routed(account.name(source), source, role);
  }

  private void deadLetter(ConsumerRecord<byte[], byte[]> next) {
    String reason = header(next, DeadLetters.REASON);
    if (!header(next, DeadLetters.TOPIC).equals(config.topics().pages())) {
      differences.add(
          "misrouted", "a dead letter that is not a page, at " + at(next) + ": " + reason);
      return;
    }
    Coordinates source =
        new Coordinates(
            Integer.parseInt(header(next, DeadLetters.PARTITION)),
            Long.parseLong(header(next, DeadLetters.OFFSET)));
    account.routed(RoutedOnce.DEAD_LETTERS, source, content(next));
    fates.setAside(account.name(source), source, header(next, DeadLetters.STAGE), reason);
    if (reason.isEmpty()) {
      differences.add("misrouted", "the dead letter of page " + source + " has no reason");
    }
  }

  /**
   * The content of the original record, from its bytes or, if these were omitted, from their
   * hashes.
   */
  private static Content content(ConsumerRecord<byte[], byte[]> letter) {
    Content content = Content.of(letter.key(), letter.value());
    List<String> omitted = List.of(header(letter, DeadLetters.OMITTED).split(","));
    return new Content(
        omitted.contains("key")
            ? Content.ofHex(header(letter, DeadLetters.KEY_SHA256))
            : content.key(),
        omitted.contains("value")
            ? Content.ofHex(header(letter, DeadLetters.VALUE_SHA256))
            : content.value());
  }

  private static Coordinates at(ConsumerRecord<byte[], byte[]> next) {
    return new Coordinates(next.partition(), next.offset());
  }

  private static String header(ConsumerRecord<byte[], byte[]> next, String name) {
    Header header = next.headers().lastHeader(name);
    return header == null || header.value() == null ? "" : new String(header.value(), UTF_8);
  }
}
