package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMapReader;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers questions about what is known of a site. It reads the store and does not affect the
 * learner.
 */
public record KnownMirrors(ByteMapReader store) {

  /**
   * Maximum number of characters of sampled paths that are compared for one URL, for each rule;
   * takes about an eighth of a second.
   */
  private static final long MOST_COMPARED = 1 << 24;

  /**
   * The order of mirrors: the most certain first, then by name, so that it does not depend on the
   * order of arrival.
   */
  private static final Comparator<Mirror> SUREST =
      Comparator.comparingDouble(Mirror::confidence)
          .thenComparingInt(Mirror::support)
          .reversed()
          .thenComparing(Mirror::key);

  /**
   * The declared findings about a site: first its mirrors, then its rules.
   *
   * @param site scheme, host and port, as {@code https://a.example}
   */
  public List<Finding> of(String site) {
    List<Finding> findings = new ArrayList<>(mirrors(site));
    byte[] stored = store.get(StoreKeys.site(site));
    if (stored != null) {
      findings.addAll(Site.of(stored).declaredRules());
    }
    return findings;
  }

  /**
   * The site of a URL: scheme, host and port.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public static String site(String url) {
    return SiteUrl.of(url).site();
  }

  private List<Mirror> mirrors(String site) {
    List<Mirror> mirrors = new ArrayList<>();
    store.scan(
        StoreKeys.pairs(site),
        (key, value) -> {
          byte[] stored = Pair.isReference(value) ? store.get(Pair.referred(value)) : value;
          // The pair may have been deleted after the reference to it was read.
          if (stored != null && Pair.of(stored).declared) {
            mirrors.add(Pair.of(stored).mirror());
          }
        });
    return mirrors;
  }

  /**
   * The URLs on mirrors under which a page should be available, too; to be tried if its own fails.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public List<String> alternates(String url) {
    return alternates(url, mirrors(SiteUrl.of(url).site()));
  }

  /** Those URLs, without repeats, the most certain mirrors first. */
  private static List<String> alternates(String url, List<Mirror> mirrors) {
    SiteUrl at = SiteUrl.of(url);
    Set<String> alternates = new LinkedHashSet<>();
    for (Mirror mirror : mirrors.stream().sorted(SUREST).toList()) {
      add(at, mirror.one(), mirror.two(), alternates);
      add(at, mirror.two(), mirror.one(), alternates);
    }
    alternates.remove(url);
    return List.copyOf(alternates);
  }

  private static void add(SiteUrl at, Root near, Root far, Set<String> alternates) {
    if (near.site().equals(at.site()) && near.covers(at.path())) {
      alternates.add(far + near.rest(at.path()));
    }
  }

  /**
   * Removes from a URL what makes no difference on its site.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public String apply(String url) {
    return new UrlRules(applying(url)).apply(url);
  }

  /**
   * Whether known pages contradict the URL rules for a URL: of those whose URLs the rules make
   * equal to it, two differ in content. A rule holds for a site, but part of the site may be
   * different; and if a site answers any URL, anyone can link to URLs that teach a wrong rule.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @return also true if finding out would be too much work
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public boolean contradicted(String url) {
    SiteUrl at = SiteUrl.of(url);
    List<Finding> findings = applying(url);
    if (findings.isEmpty()) {
      return false;
    }
    UrlRules rules = new UrlRules(findings);
    String applied = rules.apply(url);
    Set<Coordinates> contents = new HashSet<>();
    long[] left = {MOST_COMPARED};
    for (String site : new TreeSet<>(List.of(at.site(), SiteUrl.of(applied).site()))) {
      store.scan(
          StoreKeys.variants(site, at.path()),
          (key, value) -> {
            SampledPath path = SampledPath.of(key, value);
            left[0] -= (long) path.path().length() * (1 + findings.size());
            if (left[0] > 0
                && contents.size() < 2
                && rules.apply(site + path.path()).equals(applied)) {
              contents.add(path.content());
            }
          });
    }
    return contents.size() > 1 || left[0] <= 0;
  }

  /**
   * Other URLs under which a page should be the same. First the URL to which the rules reduce its
   * own, unless they are {@link #contradicted}; then URLs on mirrors, the most certain first.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @param contradicted the result of {@link #contradicted} for the URL, which takes a scan
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public List<SameAs> sameAs(String url, boolean contradicted) {
    List<SameAs> same = new ArrayList<>();
    List<Finding> rules = applying(url);
    String applied = new UrlRules(rules).apply(url);
    if (!applied.equals(url) && !contradicted) {
      same.add(
          new SameAs(applied, rules.stream().filter(one -> isOfUse(one, rules, url)).toList()));
    }
    List<Mirror> mirrors = mirrors(SiteUrl.of(url).site());
    for (String alternate : alternates(url, mirrors)) {
      if (!alternate.equals(applied)) {
        List<Finding> by = new ArrayList<>();
        for (Mirror mirror : mirrors) {
          if (alternates(url, List.of(mirror)).contains(alternate)) {
            by.add(mirror);
          }
        }
        same.add(new SameAs(alternate, by));
      }
    }
    return same;
  }

  /** Whether a finding changes a URL, either alone or together with the others. */
  private static boolean isOfUse(Finding finding, List<Finding> all, String url) {
    List<Finding> others = new ArrayList<>(all);
    others.remove(finding);
    return !new UrlRules(List.of(finding)).apply(url).equals(url)
        || !new UrlRules(others).apply(url).equals(new UrlRules(all).apply(url));
  }

  /** The findings that {@link #apply} applies to URLs of a site. */
  private List<Finding> applying(String url) {
    String site = SiteUrl.of(url).site();
    List<Finding> findings = of(site);
    // If the site is an alias, the rules of its preferred name apply, too.
    for (Mirror mirror : mirrors(site)) {
      if (mirror.alias()) {
        findings.addAll(
            of(mirror.one().site().equals(site) ? mirror.two().site() : mirror.one().site()));
      }
    }
    return findings.stream().distinct().toList(); // an alias is stored under both of its sites
  }
}
