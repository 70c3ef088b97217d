package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.page.HttpUrl;

/**
 * A prefix of URLs under which paths are compared.
 *
 * @param site scheme, host and port
 * @param prefix a path that starts and ends with a slash
 */
public record Root(String site, String prefix) implements Comparable<Root> {

  /**
   * @throws IllegalArgumentException if the prefix does not start and end with a slash
   */
  public Root {
    if (!prefix.startsWith("/") || !prefix.endsWith("/")) {
      throw new IllegalArgumentException("'" + prefix + "' is not a prefix of paths");
    }
  }

  /** The root denoted by a URL with a trailing slash. */
  static Root of(String url) {
    SiteUrl parts = SiteUrl.of(url);
    return new Root(parts.site(), parts.path());
  }

  boolean covers(String path) {
    return path.startsWith(prefix);
  }

  /** The part of a path below this root. */
  String rest(String path) {
    return path.substring(prefix.length());
  }

  /** The site's host without {@code www.}, with its port. */
  String bareHost() {
    return HttpUrl.withoutWww(site.substring(site.indexOf("://") + 3));
  }

  @Override
  public int compareTo(Root other) {
    int bySite = site.compareTo(other.site);
    return bySite == 0 ? prefix.compareTo(other.prefix) : bySite;
  }

  @Override
  public String toString() {
    return site + prefix;
  }
}
