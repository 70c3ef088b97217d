package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.page.UrlNormalizer;

/**
 * A normalised URL, split in two.
 *
 * @param site scheme, host and port, as {@code https://a.example}
 * @param path the rest, from its first slash, with the query and with the route in the fragment
 */
record SiteUrl(String site, String path) {

  /**
   * Splits a URL that {@link VerdictObserver} has normalised.
   *
   * @throws IllegalArgumentException if it is not such a URL
   */
  static SiteUrl of(String url) {
    int host = url.indexOf("://") + 3;
    int slash = host < 3 ? -1 : url.indexOf('/', host);
    if (slash < 0) {
      throw new IllegalArgumentException("'" + url + "' is not a normalised URL");
    }
    return new SiteUrl(url.substring(0, slash), url.substring(slash));
  }

  /**
   * The {@linkplain UrlNormalizer#domain registered domain} of a site; one for all IPv6 addresses,
   * since anyone can have very many.
   */
  static String domain(String site) {
    String domain = UrlNormalizer.domain(site + "/");
    return domain.startsWith("[") ? "[" : domain;
  }

  /** Length of the path without the query and the route. */
  static int endOfPath(String path) {
    int question = path.indexOf('?');
    int end = endOfQuery(path);
    return question < 0 || question > end ? end : question;
  }

  /** Length of the path with the query, but without the route. */
  static int endOfQuery(String path) {
    int route = path.indexOf('#');
    return route < 0 ? path.length() : route;
  }
}
