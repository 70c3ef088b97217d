package dev.crawlsieve.watch.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.sites.cluster.Cluster;
import dev.crawlsieve.sites.cluster.KnownClusters;
import dev.crawlsieve.sites.cluster.Member;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.topology.StoredByteMap;
import dev.crawlsieve.watch.group.InstanceClient;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.Optional;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/** Finds the preferred page of a cluster, on this instance or on the one that has its lane. */
public final class ClusterSearch {

  private final SieveConfig config;
  private final Instances instances;

  ClusterSearch(SieveConfig config, Instances instances) {
    this.config = config;
    this.instances = instances;
  }

  /** Whether clusters are enabled. */
  boolean enabled() {
    return config.clusters().enabled();
  }

  /**
   * The cluster of a kept page.
   *
   * @param lane the lane that decided on the page
   * @throws RefusedException with status 404 if there is no such cluster, or as another instance
   *     refuses
   */
  public ObjectNode of(int lane, Coordinates leader, boolean forwarded) throws RefusedException {
    if (!enabled()) {
      throw new RefusedException(404, "there are no clusters: clusters.enabled is false");
    }
    String missing = "the clusters of lane " + lane + " are not here";
    Optional<Cluster> cluster;
    try {
      cluster =
          new KnownClusters(
                  StoredByteMap.reader(
                      instances.streams(), ClustersConfig.WING.store(), lane, missing))
              .of(leader);
    } catch (LaneNotHereException | InvalidStateStoreException e) {
      HostInfo other =
          instances.instead(ClustersConfig.WING.store(), lane, "have them", forwarded, missing);
      String path = "/api/cluster?lane=" + lane + "&leader=" + leader;
      InstanceClient client = instances.client();
      return client.answer(client.get(other, "has the clusters of lane " + lane, path));
    }
    if (cluster.isEmpty()) {
      throw new RefusedException(
          404, "the page at " + leader + " is not, or no longer, a kept page");
    }
    return json(cluster.get()).put("answeredBy", instances.here());
  }

  /**
   * Adds {@code preferred}, {@code by}, {@code corrections} and {@code size} to the cluster of an
   * explained page. If they cannot be found now, {@code preferred} is null and {@code
   * preferredUnknown} says why.
   */
  public void put(ObjectNode explained) {
    if (!enabled() || !(explained.path("cluster") instanceof ObjectNode cluster)) {
      return;
    }
    JsonNode leader = cluster.path("leader");
    Coordinates at =
        new Coordinates(leader.path("partition").asInt(), leader.path("offset").asLong());
    try {
      int lane = explained.at("/verdicts/0/lane").asInt();
      cluster.setAll(of(lane, at, false));
    } catch (RefusedException e) {
      cluster.putNull("preferred").put("preferredUnknown", e.getMessage());
    }
  }

  private static ObjectNode json(Cluster cluster) {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    page(json.putObject("preferred"), cluster.preferred());
    if (cluster.replaced() == null || cluster.by() == null) {
      json.putNull("replaced").putNull("by");
    } else {
      page(json.putObject("replaced"), cluster.replaced());
      json.put("by", cluster.by().text());
    }
    return json.put("corrections", cluster.corrections()).put("size", cluster.size());
  }

  private static void page(ObjectNode json, Member page) {
    json.put("url", page.url())
        .put("partition", page.source().partition())
        .put("offset", page.source().offset());
  }
}
