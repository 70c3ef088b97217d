package dev.crawlsieve.tool.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.kafka.TopicSpan;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the clusters that pages belong to. */
public final class ClusterSearch {

  private final Map<String, JsonNode> clusters = new HashMap<>();

  /**
   * Reads the topic of clusters.
   *
   * @param verdicts on the pages whose clusters are wanted
   * @throws SieveException if no broker answers, or there is no such topic
   */
  public ClusterSearch(SieveConfig config, List<Verdict> verdicts) {
    List<String> wanted = verdicts.stream().map(ClusterSearch::leader).toList();
    TopicSpan.required(config, config.topics().clusters())
        .read(
            next -> {
              String leader = next.key() == null ? "" : new String(next.key(), UTF_8);
              if (wanted.contains(leader)) {
                clusters.put(leader, tree(next.value()));
              }
            });
  }

  /** The cluster of a verdict's page; null if it has no copies, or is not published yet. */
  public JsonNode of(Verdict verdict) {
    return clusters.get(leader(verdict));
  }

  private static String leader(Verdict verdict) {
    return verdict.leader().source().toString();
  }

  /** The cluster as a tree; null for a tombstone. */
  private static JsonNode tree(byte[] cluster) {
    try {
      return cluster == null ? null : RecordJson.JSON.readTree(cluster);
    } catch (IOException e) {
      throw new SieveException("a cluster is not JSON: " + e.getMessage(), e);
    }
  }
}
