package dev.crawlsieve.sites.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Applies findings to URLs before they are fetched: two URLs with the same result need to be
 * fetched only once.
 */
public final class UrlRules {

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, List<UrlRule>> rules = new HashMap<>();

  /**
   * @param findings the findings to apply; withdrawn ones are ignored, and so are mirrors that are
   *     not aliases
   */
  public UrlRules(Collection<? extends Finding> findings) {
    for (Finding finding : findings) {
      if (finding.declared() && finding instanceof UrlRule rule) {
        rules.computeIfAbsent(rule.site(), none -> new ArrayList<>()).add(rule);
      } else if (finding.declared() && finding instanceof Mirror mirror && mirror.alias()) {
        boolean first = preferred(mirror.one().site(), mirror.two().site());
        String kept = (first ? mirror.one() : mirror.two()).site();
        String other = (first ? mirror.two() : mirror.one()).site();
        names.merge(other, kept, (a, b) -> preferred(a, b) ? a : b);
      }
    }
  }

  /** Whether the first site is preferred to the second: https to http, then the shorter name. */
  private static boolean preferred(String a, String b) {
    boolean secure = a.startsWith("https:");
    return secure == b.startsWith("https:") ? a.length() <= b.length() : secure;
  }

  /**
   * Removes from a URL what makes no difference on its site. Applying it again changes nothing.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public String apply(String url) {
    SiteUrl at = SiteUrl.of(url);
    String site = at.site();
    String path = at.path();
    Set<String> passed = new HashSet<>();
    while (site != null && passed.add(site)) {
      String last;
      do {
        last = path;
        path = RuleLearner.applied(rules.getOrDefault(site, List.of()), path);
      } while (!path.equals(last));
      at = new SiteUrl(site, path);
      site = names.get(site);
    }
    return at.site() + at.path();
  }
}
