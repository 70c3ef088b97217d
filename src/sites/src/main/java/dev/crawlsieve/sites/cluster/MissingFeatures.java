package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Counts pages that lack a feature that {@code clusters.policy} compares, and tells the user which
 * criteria have no effect. It says nothing about the default policy, which the user has not chosen.
 * Not thread-safe.
 */
public final class MissingFeatures {

  private final ClusterSettings settings;
  private long pages;
  private long dated;
  private long scored;

  /** Counts from zero. */
  public MissingFeatures(ClusterSettings settings) {
    this.settings = settings;
  }

  /** A page was decided on. */
  public void page(Features features) {
    pages++;
    dated += features.dated() ? 1 : 0;
    scored += features.scored() ? 1 : 0;
  }

  /** {@return a sentence for each criterion whose feature is missing in some pages or in all} */
  public List<String> told() {
    List<String> told = new ArrayList<>();
    if (settings.policy().equals(Criterion.DEFAULT)) {
      return told;
    }
    for (Criterion criterion : settings.policy()) {
      switch (criterion) {
        case OLDEST, NEWEST -> {
          if (dated < pages) {
            told.add(missing(criterion, "fetchTime", dated, "any time beats none"));
          }
        }
        case SCORE -> {
          if (scored == 0 && pages > 0) {
            told.add(missing(criterion, "header score", scored, ""));
          }
        }
        default -> {} // every page has the features that the other criteria compare
      }
    }
    return told;
  }

  private String missing(Criterion criterion, String what, long having, String otherwise) {
    String named = "clusters.policy names " + criterion.text() + ", but ";
    return having == 0
        ? named + "no page has a " + what + ": it prefers none"
        : String.format(
            Locale.ROOT,
            "%s%,d of %,d pages have no %s: %s",
            named,
            pages - having,
            pages,
            what,
            otherwise);
  }
}
