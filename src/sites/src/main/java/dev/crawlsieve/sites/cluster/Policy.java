package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of two pages of a cluster is better. The first criterion that distinguishes them
 * decides; if none does, the page that is earlier in the lane wins.
 *
 * <p>Each criterion looks at one page at a time, so the best page of a cluster does not depend on
 * the order of arrival and can be found without the earlier pages.
 */
public final class Policy {

  private final List<Criterion> criteria;

  /** A policy with these criteria, in this order. */
  public Policy(List<Criterion> criteria) {
    this.criteria = List.copyOf(criteria);
  }

  /**
   * Compares two pages by a criterion: positive if the first is better, negative if the second is.
   */
  private static int order(Criterion criterion, Member one, Member other) {
    Features of = one.features();
    Features ofOther = other.features();
    return switch (criterion) {
      case CANONICAL -> rank(of.canonical()) - rank(ofOther.canonical());
      case HTTPS -> Boolean.compare(one.isHttps(), other.isHttps());
      case SCORE ->
          of.scored() && ofOther.scored()
              ? Double.compare(of.score(), ofOther.score())
              : Boolean.compare(of.scored(), ofOther.scored());
      case OLDEST ->
          of.dated() && ofOther.dated()
              ? Long.compare(ofOther.fetchedMillis(), of.fetchedMillis())
              : Boolean.compare(of.dated(), ofOther.dated());
      case NEWEST -> Long.compare(of.fetchedMillis(), ofOther.fetchedMillis());
      case SHORTER_URL -> Integer.compare(other.urlLength(), one.urlLength());
      case LONGEST -> Integer.compare(of.tokens(), ofOther.tokens());
    };
  }

  private static int rank(Features.Canonical canonical) {
    return switch (canonical) {
      case OWN -> 2;
      case NONE -> 1;
      case OTHER -> 0;
    };
  }

  /** The criterion by which a page is better than an earlier one, or null if it is not better. */
  public @Nullable Criterion better(Member later, Member earlier) {
    for (Criterion criterion : criteria) {
      int order = order(criterion, later, earlier);
      if (order != 0) {
        return order > 0 ? criterion : null;
      }
    }
    return null;
  }
}
