package dev.crawlsieve.core.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where else a page is available: if this URL fails, try its mirrors under the same path. */
public final class Alternates {

  /**
   * Most certain first, then by name, so that the result does not depend on the order of arrival.
   */
  private static final Comparator<Mirror> SUREST =
      Comparator.comparingDouble(Mirror::confidence)
          .thenComparingInt(Mirror::support)
          .reversed()
          .thenComparing(Mirror::key);

  private Alternates() {}

  /**
   * The other URLs under which a page should be available.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @param mirrors withdrawn ones are ignored
   * @return distinct URLs, the most certain first; empty if there is no mirror
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public static List<String> of(String url, Collection<Mirror> mirrors) {
    SiteUrl at = SiteUrl.of(url);
    Set<String> alternates = new LinkedHashSet<>();
    mirrors.stream()
        .filter(Mirror::declared)
        .sorted(SUREST)
        .forEach(
            mirror -> {
              add(at, mirror.one(), mirror.two(), alternates);
              add(at, mirror.two(), mirror.one(), alternates);
            });
    alternates.remove(url);
    return new ArrayList<>(alternates);
  }

  private static void add(SiteUrl at, Root near, Root far, Set<String> alternates) {
    if (near.site().equals(at.site()) && near.covers(at.path())) {
      alternates.add(far + near.rest(at.path()));
    }
  }
}
