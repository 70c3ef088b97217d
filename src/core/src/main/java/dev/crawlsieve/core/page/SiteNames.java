package dev.crawlsieve.core.page;

/**
 * The {@linkplain HttpUrl#site sites} of URLs as produced. The last one is remembered, since a
 * crawl often visits many pages of a host in a row. Not thread-safe.
 */
public final class SiteNames {

  private String start = ""; // of the usual spelling of the last site's URLs
  private String site = "";

  /** {@return the site of a URL; the empty string if no page can have this URL} */
  public String of(String url) {
    boolean sure = url.length() <= HttpUrl.SURE_CHARS;
    if (sure && !start.isEmpty() && url.startsWith(start)) {
      return site; // what follows the host's slash changes no host
    }
    try {
      HttpUrl parts = HttpUrl.parse(url);
      String usual = parts.scheme() + "://" + parts.host() + "/";
      if (url.startsWith(usual)) {
        start = usual;
        site = parts.site();
      }
      return parts.site();
    } catch (BadPageException e) {
      return "";
    }
  }
}
