package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.TopicSpan;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Checks that each routed page came out once, and under a verdict of its own: one that names its
 * place, its URL and the topic that it is on. Verdicts that are gone are not missed.
 */
final class OwnVerdicts {

  /** What a verdict says of a page. */
  private record Said(String url, String role) {}

  private final SieveConfig config;
  private final Differences differences;
  private final Map<String, Set<Said>> verdicts = new HashMap<>();
  private final Set<String> routed = new HashSet<>();

  OwnVerdicts(SieveConfig config, Differences differences) {
    this.config = config;
    this.differences = differences;
  }

  void check() {
    read(config.topics().verdicts(), this::verdict);
    read(config.topics().unique(), record -> routed(RoutedOnce.UNIQUE, record));
    read(config.topics().duplicate(), record -> routed(RoutedOnce.DUPLICATE, record));
  }

  private void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    TopicSpan.of(config, topic).read(each, unheard -> {});
  }

  private void verdict(ConsumerRecord<byte[], byte[]> record) {
    try {
      Verdict verdict = VerdictCodec.decode(record.value());
      Coordinates at = verdict.source();
      String role =
          verdict.route() == Verdict.Route.UNIQUE ? RoutedOnce.UNIQUE : RoutedOnce.DUPLICATE;
      verdicts
          .computeIfAbsent(at.partition() + "@" + at.offset(), unused -> new HashSet<>())
          .add(new Said(verdict.url(), role));
    } catch (UnreadableRecordException e) {
      differences.add("unreadable", String.valueOf(e.getMessage()));
    }
  }

  private void routed(String role, ConsumerRecord<byte[], byte[]> record) {
    String page = String.valueOf(RecordJson.header(record, RoutedPage.PAGE));
    String name = String.valueOf(RecordJson.header(record, ChaosLoad.NAME));
    if (!routed.add(page + " " + name)) {
      differences.add("twice", "page " + page + ", " + name + ", came out twice");
    }
    Set<Said> own = verdicts.get(page);
    if (own != null && !own.contains(new Said(url(record), role))) {
      differences.add(
          "misrouted", name + " is on " + role + " as page " + page + ", of which is said " + own);
    }
  }

  /** A page's URL as its verdict has it: in UTF-8, where half a surrogate pair is "?". */
  static String url(ConsumerRecord<byte[], byte[]> record) {
    try {
      JsonNode event = RecordJson.JSON.readTree(record.value());
      return new String(event.path("url").asText().getBytes(UTF_8), UTF_8);
    } catch (IOException e) {
      throw new SieveException("a page on " + record.topic() + " is no JSON: " + e, e);
    }
  }
}
