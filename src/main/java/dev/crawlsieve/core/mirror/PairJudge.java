package dev.crawlsieve.core.mirror;

import dev.crawlsieve.core.config.MirrorSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Looks at all that the samples hold under two roots, before they are declared mirrors.
 *
 * <p>That most common paths agree is not enough: two sites that have nothing in common but the
 * manual of their web server agree on every common path. So both must have a fair share of the
 * smaller side's paths, and what agrees must be different pages.
 */
final class PairJudge {

  /** What the samples say of a pair. */
  enum Opinion {
    MIRRORS,
    /** Too few of the paths are common: perhaps the roots are further down. */
    COMMON_PART_ONLY,
    NO
  }

  private final Samples samples;
  private final MirrorSettings settings;

  PairJudge(Samples samples, MirrorSettings settings) {
    this.samples = samples;
    this.settings = settings;
  }

  /** Counts a pair's common and agreeing paths. */
  void count(Pair pair, Site one, Site two) {
    Root near = one.paths <= two.paths ? pair.one : pair.two;
    Root far = pair.other(near);
    pair.common = 0;
    pair.agreeing = 0;
    for (SampledPath path : samples.of(near.site())) {
      if (near.covers(path.path())) {
        Coordinates other = samples.content(far.site(), far.prefix() + near.rest(path.path()));
        pair.common += other == null ? 0 : 1;
        pair.agreeing += path.content().equals(other) ? 1 : 0;
      }
    }
    pair.counted = true;
  }

  /**
   * Judges a pair.
   *
   * @param children gets, by their names, how many agreeing paths stand in each folder under the
   *     roots
   */
  Opinion judge(Pair pair, Site one, Site two, Map<String, Integer> children) {
    // Beyond the end of a full sample nothing is known of that site.
    long bound = Math.min(Long.MAX_VALUE, end(one));
    bound = Math.min(bound, end(two));
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

  /** Up to which order a site's sample is whole; orders are compared as they are stored. */
  private long end(Site site) {
    return site.paths < settings.pathsPerSite()
        ? Long.MAX_VALUE
        : StoreKeys.order(site.last) ^ Long.MIN_VALUE;
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

  /** The folder in which most agreeing paths stand, if they are enough to be declared; or null. */
  String bestChild(Map<String, Integer> children) {
    List<Map.Entry<String, Integer>> sorted =
        new TreeMap<>(children)
            .entrySet().stream()
                .filter(child -> child.getValue() >= settings.minSupport())
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .toList();
    return sorted.isEmpty() ? null : sorted.get(0).getKey();
  }
}
