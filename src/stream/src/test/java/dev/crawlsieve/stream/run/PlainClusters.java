package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The expected final content of the topic of clusters, for tests: computed from the verdicts and
 * the pages in one plain pass with all pages in memory, without any of the production code.
 */
final class PlainClusters {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern CANONICAL = Pattern.compile("<link rel=canonical href='([^']*)'>");

  /** A page with its rank by each criterion; larger numbers are better. */
  private record Page(JsonNode verdict, Map<String, Double> ranks, ObjectNode shown) {}

  private PlainClusters() {}

  /** The last value of every key on the topic. */
  static Map<String, JsonNode> told(SieveConfig config) throws IOException {
    Map<String, JsonNode> last = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> next :
        Committed.records(config, config.topics().found(ClustersConfig.WING))) {
      last.put(new String(next.key(), UTF_8), JSON.readTree(next.value()));
    }
    return last;
  }

  /** The expected values. */
  static Map<String, JsonNode> expected(SieveConfig config, List<String> policy)
      throws IOException {
    Map<String, List<Page>> clusters = new TreeMap<>();
    for (Page page : pages(config)) {
      JsonNode of = page.verdict().path("duplicateOf");
      clusters
          .computeIfAbsent(place(of.isObject() ? of : page.verdict()), k -> new ArrayList<>())
          .add(page);
    }
    Map<String, JsonNode> expected = new TreeMap<>();
    for (Map.Entry<String, List<Page>> cluster : clusters.entrySet()) {
      if (cluster.getValue().size() > 1) {
        JsonNode value = value(cluster.getValue(), policy);
        expected.put(cluster.getKey(), JSON.readTree(value.toString()));
      }
    }
    return expected;
  }

  private static JsonNode value(List<Page> pages, List<String> policy) {
    // Each page that was the best of all so far.
    List<Page> best = new ArrayList<>();
    for (Page page : pages) {
      if (best.isEmpty() || decides(page, best.get(best.size() - 1), policy) != null) {
        best.add(page);
      }
    }
    Page preferred = best.get(best.size() - 1);
    Page replaced = best.size() < 2 ? null : best.get(best.size() - 2);
    ObjectNode value = JSON.createObjectNode();
    value.set("leader", shortly(pages.get(0)));
    value.set("preferred", shortly(preferred));
    value.set("replaced", replaced == null ? null : shortly(replaced));
    value.put("by", replaced == null ? null : decides(preferred, replaced, policy));
    value.put("corrections", best.size() - 1);
    value.put("size", pages.size());
    value.put("cut", pages.size() > ClusterSettings.MEMBERS_MAX);
    ArrayNode members = value.putArray("members");
    pages.stream().limit(ClusterSettings.MEMBERS_MAX).map(Page::shown).forEach(members::add);
    value.set("lane", pages.get(0).verdict().path("lane"));
    return value;
  }

  /** The criterion by which a page is better than another, or null. */
  private static String decides(Page page, Page other, List<String> policy) {
    for (String name : policy) {
      int order = Double.compare(page.ranks().get(name), other.ranks().get(name));
      if (order != 0) {
        return order > 0 ? name : null;
      }
    }
    return null;
  }

  private static ObjectNode shortly(Page page) {
    return page.shown().deepCopy().retain("url", "partition", "offset");
  }

  /** All pages in lane order. */
  private static List<Page> pages(SieveConfig config) throws IOException {
    Map<String, ConsumerRecord<byte[], byte[]>> bodies = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> body : Committed.records(config, config.topics().pages())) {
      bodies.put(body.partition() + "@" + body.offset(), body);
    }
    List<Page> pages = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> verdict :
        Committed.records(config, config.topics().verdicts())) {
      JsonNode said = JSON.readTree(verdict.value());
      pages.add(page(said, bodies.get(place(said))));
    }
    pages.sort(
        Comparator.<Page>comparingInt(page -> page.verdict().path("lane").asInt())
            .thenComparingLong(page -> page.verdict().path("laneOffset").asLong()));
    return pages;
  }

  private static Page page(JsonNode verdict, ConsumerRecord<byte[], byte[]> body)
      throws IOException {
    JsonNode event = JSON.readTree(body.value());
    String url = verdict.path("url").asText();
    Matcher link = CANONICAL.matcher(event.path("html").asText());
    String canonical = !link.find() ? "none" : link.group(1).equals(url) ? "own" : "other";
    Header header = body.headers().lastHeader("score");
    Double score = header == null ? null : Double.valueOf(new String(header.value(), UTF_8));
    Long fetched =
        event.has("fetchTime")
            ? OffsetDateTime.parse(event.path("fetchTime").asText()).toInstant().toEpochMilli()
            : null;

    Map<String, Double> ranks = new HashMap<>();
    ranks.put("canonical", (double) List.of("other", "none", "own").indexOf(canonical));
    ranks.put("https", url.startsWith("https://") ? 1.0 : 0.0);
    ranks.put("score", score == null ? Double.NEGATIVE_INFINITY : score);
    ranks.put("oldest", fetched == null ? Double.NEGATIVE_INFINITY : -fetched);
    ranks.put("newest", fetched == null ? Double.NEGATIVE_INFINITY : fetched);
    ranks.put("shorter-url", (double) -url.length());

    ObjectNode shown = JSON.createObjectNode();
    for (String field : List.of("url", "partition", "offset", "kind", "timestamp", "laneOffset")) {
      shown.set(field, verdict.path(field));
    }
    shown.put("canonical", canonical);
    if (score != null) {
      shown.put("score", score);
    }
    if (fetched != null) {
      shown.put("fetched", fetched);
    }
    return new Page(verdict, ranks, shown);
  }

  private static String place(JsonNode at) {
    return at.path("partition").asInt() + "@" + at.path("offset").asLong();
  }
}
