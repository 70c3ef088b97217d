package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Examines all sampled paths under two roots before the roots are declared mirrors.
 *
 * <p>It is not enough that most common paths agree: two sites that share only the manual of their
 * web server agree on every common path. So a fair share of the smaller side's paths must be common
 * to both, and the agreeing paths must be different pages.
 */
record PairJudge(SampledPaths samples, MirrorSettings settings) {

  /** The result of examining a pair. */
  enum Opinion {
    MIRRORS,
    /** Too few of the paths are common: perhaps the mirrors begin in a folder further down. */
    COMMON_PART_ONLY,
    NO
  }

  /** Counts a pair's common and agreeing paths. */
  void count(Pair pair, Site one, Site two) {
    Root near = one.paths <= two.paths ? pair.one : pair.two;
    pair.common = 0;
    pair.agreeing = 0;
    for (SampledPath path : samples.of(near.site())) {
      if (near.covers(path.path())) {
        Coordinates other = samples.content(pair.across(near, path.path()));
        pair.common += other == null ? 0 : 1;
        pair.agreeing += path.content().equals(other) ? 1 : 0;
      }
    }
    pair.counted = true;
  }

  /**
   * Judges a pair.
   *
   * @param children receives, by name, the number of agreeing paths in each folder under the roots
   */
  Opinion judge(Pair pair, Site one, Site two, SortedMap<String, Integer> children) {
    // Nothing is known about a site beyond the end of a full sample.
    long bound = Math.min(end(one), end(two));
    Map<String, Coordinates> left = under(pair.one, bound);
    Map<String, Coordinates> right = under(pair.two, bound);
    Set<Coordinates> agreeing = new HashSet<>();
    int common = 0;
    for (Map.Entry<String, Coordinates> path : left.entrySet()) {
      Coordinates other = right.get(path.getKey());
      common += other == null ? 0 : 1;
      if (path.getValue().equals(other)) {
        agreeing.add(other);
        int slash = path.getKey().indexOf('/');
        if (slash >= 0) {
          children.merge(path.getKey().substring(0, slash + 1), 1, Integer::sum);
        }
      }
    }
    if (agreeing.size() < settings.minSupport()) {
      return Opinion.NO;
    }
    return common >= settings.minCoverage() * Math.min(left.size(), right.size())
        ? Opinion.MIRRORS
        : Opinion.COMMON_PART_ONLY;
  }

  /** The order up to which a site's sample is complete; orders are compared as they are stored. */
  private long end(Site site) {
    return site.paths < settings.pathsPerSite()
        ? Long.MAX_VALUE
        : StoreKeys.order(Objects.requireNonNull(site.last)) ^ Long.MIN_VALUE;
  }

  private Map<String, Coordinates> under(Root root, long bound) {
    Map<String, Coordinates> under = new HashMap<>();
    for (SampledPath path : samples.of(root.site())) {
      if ((path.order() ^ Long.MIN_VALUE) <= bound && root.covers(path.path())) {
        under.put(root.rest(path.path()), path.content());
      }
    }
    return under;
  }

  /**
   * The folder with the most agreeing paths, the first by name if there are several; null if these
   * are too few to declare it.
   */
  @Nullable String bestChild(SortedMap<String, Integer> children) {
    Map.Entry<String, Integer> best = null;
    for (Map.Entry<String, Integer> child : children.entrySet()) {
      if (child.getValue() >= settings.minSupport()
          && (best == null || child.getValue() > best.getValue())) {
        best = child;
      }
    }
    return best == null ? null : best.getKey();
  }
}
