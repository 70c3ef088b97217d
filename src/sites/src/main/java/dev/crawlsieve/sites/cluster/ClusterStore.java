package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Forgetting;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lane's clusters in their store. Keys begin with the kind of entry and the leader's position,
 * {@code i32} and {@code i64}:
 *
 * <pre>
 *  c leader          the cluster
 *  m leader i32      a listed page of the cluster, by its number in the list
 *  u leader          the cluster has changed since it was last published
 * </pre>
 *
 * <p>Adding a page costs a few small writes, however many pages the cluster already has. {@link
 * LeaderPlaces} has its own entries in the same store.
 */
record ClusterStore(ByteMap store) {

  private static final byte CLUSTER = 'c';
  private static final byte MEMBER = 'm';
  private static final byte CHANGED = 'u';
  private static final int LEADER_KEY = 1 + Integer.BYTES + Long.BYTES;
  private static final byte[] NOTHING = {};

  /** The cluster of a leader. */
  @Nullable Cluster get(Coordinates leader) {
    byte[] stored = store.get(key(leader));
    return stored == null ? null : ClusterCodec.cluster(stored);
  }

  void put(Cluster cluster) {
    store.put(key(cluster.leader().source()), ClusterCodec.encode(cluster));
  }

  /**
   * Adds a page to the list of a cluster.
   *
   * @param number its position in the list; 0 is the leader's
   */
  void list(Coordinates leader, int number, Member member) {
    store.put(memberKey(leader, number), ClusterCodec.encode(member));
  }

  /** The listed pages of a cluster, in lane order. */
  List<Member> members(Cluster cluster) {
    List<Member> members = new ArrayList<>(cluster.listed());
    members.add(cluster.leader());
    Coordinates leader = cluster.leader().source();
    if (cluster.listed() > 1) {
      store.scan(
          key(MEMBER, leader),
          (key, stored) -> {
            if (ByteBuffer.wrap(key).getInt(LEADER_KEY) < cluster.listed()) {
              members.add(ClusterCodec.member(stored));
            }
          });
    }
    if (members.size() != cluster.listed()) {
      throw new IllegalStateException(
          "the cluster of %s lists %s pages, and %s are stored"
              .formatted(leader, cluster.listed(), members.size()));
    }
    return members;
  }

  void remove(Cluster cluster) {
    Coordinates leader = cluster.leader().source();
    for (int number = 1; number < cluster.listed(); number++) {
      store.delete(memberKey(leader, number));
    }
    store.delete(key(CHANGED, leader));
    store.delete(key(leader));
  }

  /** Marks a cluster as changed since it was last published. */
  void markChanged(Coordinates leader) {
    store.put(key(CHANGED, leader), NOTHING);
  }

  void markPublished(Coordinates leader) {
    store.delete(key(CHANGED, leader));
  }

  /** The leaders of all clusters that have changed since they were last published. */
  Set<Coordinates> changed() {
    Set<Coordinates> leaders = new LinkedHashSet<>();
    store.scan(
        new byte[] {CHANGED},
        (key, nothing) -> {
          ByteBuffer leader = ByteBuffer.wrap(key, 1, LEADER_KEY - 1);
          leaders.add(new Coordinates(leader.getInt(), leader.getLong()));
        });
    return leaders;
  }

  /** The highest partition of a leader; negative if there is none. */
  int lastPartition() {
    byte[] last = store.last(new byte[] {CLUSTER});
    return last == null ? -1 : ByteBuffer.wrap(last).getInt(1);
  }

  /** The leaders, in a partition, of clusters that name a page that is to be forgotten. */
  Set<Coordinates> naming(Forgetting asked, int partition) {
    Set<Coordinates> leaders = new LinkedHashSet<>();
    store.scan(
        inPartition(CLUSTER, partition),
        (key, stored) -> {
          Cluster cluster = ClusterCodec.cluster(stored);
          Member replaced = cluster.replaced();
          if (asked.covers(cluster.leader().url())
              || asked.covers(cluster.preferred().url())
              || (replaced != null && asked.covers(replaced.url()))) {
            leaders.add(cluster.leader().source());
          }
        });
    store.scan(
        inPartition(MEMBER, partition),
        (key, stored) -> {
          if (asked.covers(ClusterCodec.member(stored).url())) {
            leaders.add(
                new Coordinates(partition, ByteBuffer.wrap(key).getLong(1 + Integer.BYTES)));
          }
        });
    return leaders;
  }

  private static byte[] inPartition(byte kind, int partition) {
    return ByteBuffer.allocate(1 + Integer.BYTES).put(kind).putInt(partition).array();
  }

  /** The key of a leader's cluster. */
  static byte[] key(Coordinates leader) {
    return key(CLUSTER, leader);
  }

  private static byte[] key(byte kind, Coordinates leader) {
    return start(LEADER_KEY, kind, leader).array();
  }

  private static byte[] memberKey(Coordinates leader, int number) {
    return start(LEADER_KEY + Integer.BYTES, MEMBER, leader).putInt(number).array();
  }

  private static ByteBuffer start(int bytes, byte kind, Coordinates leader) {
    return ByteBuffer.allocate(bytes).put(kind).putInt(leader.partition()).putLong(leader.offset());
  }
}
