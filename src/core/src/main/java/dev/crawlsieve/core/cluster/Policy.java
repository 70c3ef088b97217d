package dev.crawlsieve.core.cluster;

import dev.crawlsieve.core.config.ClusterSettings.Criterion;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which of two pages of a cluster is better: the first criterion that distinguishes them
 * decides; otherwise the earlier in the lane wins.
 *
 * <p>Each criterion looks at one page at a time, so the best page of a cluster does not depend on
 * the order of arrival and can be found without the earlier pages.
 */
public final class Policy implements Comparator<Member> {

  /** The better page is the greater. */
  private static final Map<Criterion, Comparator<Member>> ORDERS = orders();

  private final List<Criterion> criteria;

  /** The policy with these criteria, in this order. */
  public Policy(List<Criterion> criteria) {
    this.criteria = List.copyOf(criteria);
  }

  private static Map<Criterion, Comparator<Member>> orders() {
    Map<Criterion, Comparator<Member>> orders = new EnumMap<>(Criterion.class);
    orders.put(Criterion.CANONICAL, Comparator.comparingInt(Policy::canonical));
    orders.put(Criterion.HTTPS, Comparator.comparing(Member::isHttps));
    orders.put(
        Criterion.SCORE,
        Comparator.comparing((Member member) -> member.features().scored())
            .thenComparingDouble(member -> member.features().score()));
    orders.put(
        Criterion.OLDEST,
        Comparator.comparing((Member member) -> member.features().dated())
            .thenComparing(
                Comparator.comparingLong((Member member) -> member.features().fetchedMillis())
                    .reversed()));
    orders.put(
        Criterion.NEWEST,
        Comparator.comparingLong((Member member) -> member.features().fetchedMillis()));
    orders.put(Criterion.SHORTER_URL, Comparator.comparingInt(Member::urlLength).reversed());
    orders.put(
        Criterion.LONGEST, Comparator.comparingInt((Member member) -> member.features().tokens()));
    return orders;
  }

  private static int canonical(Member member) {
    return switch (member.features().canonical()) {
      case OWN -> 2;
      case NONE -> 1;
      case OTHER -> 0;
    };
  }

  /**
   * Positive if the first is better, negative if the second is, 0 only if they are the same page.
   */
  @Override
  public int compare(Member one, Member other) {
    for (Criterion criterion : criteria) {
      int order = ORDERS.get(criterion).compare(one, other);
      if (order != 0) {
        return order;
      }
    }
    return Long.compare(other.laneOffset(), one.laneOffset());
  }

  /** The first criterion by which a page is better than another, or null if it is not better. */
  public Criterion better(Member later, Member earlier) {
    for (Criterion criterion : criteria) {
      int order = ORDERS.get(criterion).compare(later, earlier);
      if (order != 0) {
        return order > 0 ? criterion : null;
      }
    }
    return null;
  }
}
