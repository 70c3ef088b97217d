package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kept page, the leader, with the pages that were dropped because they match it. The list of
 * these pages is stored separately; only its length is here, see {@link #listed}.
 *
 * @param leader the kept page
 * @param preferred the best page of the cluster by the policy
 * @param replaced the page that was preferred before; null while the leader is preferred
 * @param by the criterion by which the preferred page is better than the one it replaced; null
 *     while the leader is preferred
 * @param corrections number of times that another page became the preferred one
 * @param size number of pages, including the leader
 * @param listed number of pages that are listed: the first ones in lane order, including the leader
 * @param listedBytes size of the listed pages in a record on the topic, in bytes
 * @param timestamp timestamp of the page that was added last, milliseconds since 1970-01-01T00:00Z
 */
public record Cluster(
    Member leader,
    Member preferred,
    @Nullable Member replaced,
    @Nullable Criterion by,
    int corrections,
    long size,
    int listed,
    int listedBytes,
    long timestamp) {

  /** Limit on the list of pages, in bytes: a record's size is limited, and URLs can be long. */
  static final int MAX_LISTED_BYTES = 1 << 19;

  public Cluster {
    if ((replaced == null) != (corrections == 0) || (by == null) != (corrections == 0)) {
      throw new IllegalArgumentException("a correction replaces a page, by a criterion");
    }
    Objects.requireNonNull(leader, "leader");
    Objects.requireNonNull(preferred, "preferred");
    if (corrections < 0 || size < 1 || listed < 0 || listedBytes < 0) {
      throw new IllegalArgumentException("a cluster with impossible counts");
    }
  }

  /** The cluster of a page that has just been kept. */
  public static Cluster of(Member leader) {
    return new Cluster(
        leader, leader, null, null, 0, 1, 1, ClusterJson.bytes(leader), leader.timestamp());
  }

  /**
   * The cluster with one more page.
   *
   * @param membersMax maximum number of pages listed
   */
  public Cluster with(Member member, Policy policy, int membersMax) {
    Criterion better = policy.better(member, preferred);
    boolean lists = !cut() && listed < membersMax;
    int bytes = lists ? listedBytes + ClusterJson.bytes(member) : listedBytes;
    lists &= bytes <= MAX_LISTED_BYTES;
    return new Cluster(
        leader,
        better == null ? preferred : member,
        better == null ? replaced : preferred,
        better == null ? by : better,
        better == null ? corrections : corrections + 1,
        size + 1,
        lists ? listed + 1 : listed,
        lists ? bytes : listedBytes,
        member.timestamp());
  }

  /**
   * The cluster without pages that are forgotten. If the preferred one is, the leader is preferred.
   *
   * @param left the listed pages that are not
   */
  Cluster with(List<Member> left, Forgetting asked) {
    boolean best = asked.covers(preferred.url());
    boolean before = replaced != null && asked.covers(replaced.url());
    return new Cluster(
        leader,
        best ? leader : preferred,
        best ? null : before ? leader : replaced,
        best ? null : by,
        best ? 0 : corrections,
        size - (listed - left.size()),
        left.size(),
        left.stream().mapToInt(ClusterJson::bytes).sum(),
        timestamp);
  }

  /** Whether the cluster has pages that are not listed. */
  public boolean cut() {
    return listed < size;
  }
}
