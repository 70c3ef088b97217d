package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Builds clusters from a lane's verdicts and publishes them.
 *
 * <p>A correction, that is, a new preferred page, is published at once. Growth is published when
 * {@link #tell} is called, once for any number of pages; the last record of a cluster does not
 * depend on when that is. A page without copies is not published.
 */
public final class LaneClusters implements Clusters {

  /** A policy under which no page is better than another. */
  private static final Policy NO_POLICY = new Policy(List.of());

  private final ClusterSettings settings;
  private final Policy policy;
  private final ClusterStore store;
  private final int lane;
  private final ClusterTopic topic;
  private final Set<Coordinates> changed;

  /**
   * Continues from a restored store.
   *
   * @param map the store of the lane's clusters; the caller closes it
   * @param topic receives the records of clusters
   */
  public LaneClusters(ClusterSettings settings, ByteMap map, int lane, ClusterTopic topic) {
    this.settings = settings;
    this.policy = new Policy(settings.policy());
    this.store = new ClusterStore(map);
    this.lane = lane;
    this.topic = topic;
    this.changed = store.changed();
  }

  @Override
  public Verdict take(Verdict verdict, Features features) {
    if (verdict.overridden() != null) {
      return verdict; // no later page is compared with this one, so it has no copies
    }
    Member page = Member.of(verdict, features);
    if (verdict.decision() == Verdict.Decision.UNIQUE) {
      Cluster before = store.get(page.source());
      if (before == null || !before.leader().samePage(page)) { // else it is decided on again
        store.put(Cluster.of(page));
      }
      return verdict;
    }
    Coordinates leader = verdict.leader().source();
    Cluster before = store.get(leader);
    if (before == null) {
      throw new IllegalStateException(
          "no cluster of the page at " + leader + ", which the index has kept");
    }
    // A reference page is routed nowhere, so it cannot be kept in place of another page.
    Policy chosen = verdict.reference() ? NO_POLICY : policy;
    Cluster cluster = before.with(page, chosen, settings.membersMax());
    if (cluster.listed() > before.listed()) {
      store.list(leader, before.listed(), page);
    }
    store.put(cluster);
    if (cluster.corrections() == before.corrections()) {
      if (changed.add(leader)) {
        store.markChanged(leader);
      }
      return verdict;
    }
    if (changed.remove(leader)) {
      store.markPublished(leader);
    }
    tell(cluster);
    return settings.keepPreferred() ? verdict.replacing(replaced(cluster)) : verdict;
  }

  private static Verdict.Replaced replaced(Cluster cluster) {
    Member page = Objects.requireNonNull(cluster.replaced());
    return new Verdict.Replaced(
        page.url(), page.source(), Objects.requireNonNull(cluster.by()).text());
  }

  /** Publishes all clusters that have changed since they were last published. */
  public void tell() {
    for (Coordinates leader : changed) {
      store.markPublished(leader);
      tell(Objects.requireNonNull(store.get(leader)));
    }
    changed.clear();
  }

  /**
   * Removes a cluster whose leader has expired, with a tombstone on the topic if it was published.
   *
   * @param leader the leader's position
   * @param timestamp timestamp of the tombstone, milliseconds since 1970-01-01T00:00Z
   */
  public void forget(Coordinates leader, long timestamp) {
    Cluster cluster = store.get(leader);
    if (cluster != null) {
      store.remove(cluster);
      changed.remove(leader);
      if (cluster.size() > 1) {
        topic.publish(ClusterJson.key(leader), null, timestamp);
      }
    }
  }

  /**
   * Forgets clusters of pages that are forgotten, and these pages in other clusters. The leaders
   * were forgotten in earlier steps.
   *
   * @param timestamp of tombstones, milliseconds since 1970-01-01T00:00Z
   */
  public void forget(Forgetting asked, long timestamp) {
    for (int partition = asked.after(); partition >= 0 && partition <= store.lastPartition(); ) {
      for (Coordinates leader : store.naming(asked, partition)) {
        Cluster cluster = Objects.requireNonNull(store.get(leader));
        if (asked.covers(cluster.leader().url())) {
          forget(leader, timestamp);
        } else {
          forgetMembers(asked, cluster, timestamp);
        }
      }
      partition += asked.half();
    }
  }

  private void forgetMembers(Forgetting asked, Cluster cluster, long timestamp) {
    List<Member> left = new ArrayList<>(store.members(cluster));
    left.removeIf(member -> asked.covers(member.url()));
    store.remove(cluster);
    Coordinates leader = cluster.leader().source();
    changed.remove(leader);
    Cluster without = cluster.with(left, asked);
    for (int number = 1; number < left.size(); number++) {
      store.list(leader, number, left.get(number));
    }
    store.put(without);
    if (without.size() > 1) {
      tell(without);
    } else {
      topic.publish(ClusterJson.key(leader), null, timestamp);
    }
  }

  private void tell(Cluster cluster) {
    topic.publish(
        ClusterJson.key(cluster.leader().source()),
        ClusterJson.encode(lane, cluster, store.members(cluster)),
        cluster.timestamp());
  }
}
