package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Counts pages that lack what {@code clusters.policy} compares, so that its user learns of a
 * criterion without effect. Nothing is said of the default policy, which nobody chose. Not
 * thread-safe.
 */
public final class MissingFeatures {

  private final ClusterSettings settings;
  private long pages;
  private long dated;
  private long scored;

  /** No page has come yet. */
  public MissingFeatures(ClusterSettings settings) {
    this.settings = settings;
  }

  /** A page was decided on. */
  public void page(Features features) {
    pages++;
    dated += features.dated() ? 1 : 0;
    scored += features.scored() ? 1 : 0;
  }

  /** {@return what to say, a sentence for each criterion that some, or all, pages give nothing} */
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
        default -> {} // every page has what the others compare
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
