package dev.crawlsieve.core.mirror;

import dev.crawlsieve.core.bytemap.ByteMapReader;
import java.util.ArrayList;
import java.util.List;

/** What is currently known about a site, read from the store without affecting the learner. */
public final class KnownMirrors {

  private final ByteMapReader store;

  public KnownMirrors(ByteMapReader store) {
    this.store = store;
  }

  /**
   * The declared findings for a site: its mirrors first, then its rules.
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
          // It may have been deleted since the reference was read.
          if (stored != null && Pair.of(stored).declared) {
            mirrors.add(Pair.of(stored).mirror());
          }
        });
    return mirrors;
  }

  /**
   * Where else a page should be available: if this URL fails, try these.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public List<String> alternates(String url) {
    return Alternates.of(url, mirrors(SiteUrl.of(url).site()));
  }

  /** Whether any links were ever counted; if not, a count of 0 means nothing. */
  public boolean linksSeen() {
    return LinkCounts.seen(store);
  }

  /**
   * Links to a URL from other sites, counted since the URL became known.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @return 0 also for a URL that is not in its site's sample
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public long inlinks(String url) {
    SiteUrl at = SiteUrl.of(url);
    return LinkCounts.to(store, at.site(), at.path());
  }

  /**
   * Removes from a URL what makes no difference on its site.
   *
   * @param url normalised by {@link VerdictObserver#normalize}
   * @throws IllegalArgumentException if the URL is not normalised
   */
  public String apply(String url) {
    String site = SiteUrl.of(url).site();
    List<Finding> findings = new ArrayList<>(of(site));
    // The rules of the preferred name of an alias apply, too.
    for (Mirror mirror : mirrors(site)) {
      if (mirror.alias()) {
        findings.addAll(
            of(mirror.one().site().equals(site) ? mirror.two().site() : mirror.one().site()));
      }
    }
    return new UrlRules(findings).apply(url);
  }
}
