package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.core.work.Latest;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the pages of a lane, in their order, what each site's pages have in common; see {@link
 * SiteCounts}. A site is a host here: pages of one template are pages of one host. A site takes at
 * most 3.9 kB for any pages.
 *
 * <p>The stored form of a site: u8 version (2), {@link SiteCounts}.
 */
public final class SiteEvidence {

  /** Where the records of sites are kept, under keys of 70 characters. */
  public interface Store {

    /** The record of a site, null if there is none. */
    byte @Nullable [] site(String key);

    /** Keeps the record of a site. */
    void putSite(String key, byte[] stored);

    /** Records in memory. */
    static Store inMemory() {
      Map<String, byte[]> sites = new HashMap<>();
      return new Store() {
        @Override
        public byte @Nullable [] site(String key) {
          return sites.get(key);
        }

        @Override
        public void putSite(String key, byte[] stored) {
          sites.put(key, stored);
        }
      };
    }
  }

  /** What the key of every site begins with. */
  public static final String PREFIX = "site.";

  private static final String SCHEME_END = "://";
  private static final byte VERSION = 2;
  private static final int KEY_BYTES = 16;
  /** Crawlers fetch the pages of few hosts at a time. */
  private static final int LATEST = 64;

  private final Store store;
  private final Map<String, SiteCounts> latest = Latest.map(LATEST);

  /** What was learned so far is in the store, which nobody else writes meanwhile. */
  public SiteEvidence(Store store) {
    this.store = store;
  }

  /** The page with what is known of its site; then learns from it. */
  public ComparedPage enter(ComparedPage page) {
    String key = key(page);
    if (key == null) {
      return page;
    }
    SiteCounts site = latest.get(key);
    if (site == null) {
      site = read(store.site(key));
    }
    SiteCounts with = site.with(page);
    latest.put(key, with);
    if (with != site) {
      store.putSite(key, stored(with));
    }
    return page.informed(site);
  }

  private static SiteCounts read(byte @Nullable [] stored) {
    if (stored == null) {
      return SiteCounts.NONE;
    }
    if (stored.length == 0 || stored[0] != VERSION) {
      throw new IndexException(
          "what was learned of a site is of version "
              + (stored.length == 0 ? "none" : stored[0])
              + ", but this is "
              + VERSION);
    }
    return SiteCounts.read(ByteBuffer.wrap(stored, 1, stored.length - 1));
  }

  private static byte[] stored(SiteCounts site) {
    ByteBuffer out = ByteBuffer.allocate(1 + site.storedBytes());
    out.put(VERSION);
    site.write(out);
    return out.array();
  }

  /** The page with what is known of its site; learns nothing. */
  public ComparedPage informed(ComparedPage page) {
    String key = key(page);
    return key == null ? page : informed(page, store.site(key));
  }

  /**
   * A page with what is known of its site.
   *
   * @param stored the record of its {@link #key}, null if there is none
   */
  public static ComparedPage informed(ComparedPage page, byte @Nullable [] stored) {
    return stored == null ? page : page.informed(read(stored));
  }

  /**
   * The key of a page's site: its scope and its URL's host, both in 128 bits that nobody finds
   * twice. Null if the site or the page's name is not known, so that nothing can be learned.
   */
  public static @Nullable String key(ComparedPage page) {
    PageName name = page.name();
    String url = page.url();
    if (name.site() == 0 || !name.isKnown() || !url.contains(SCHEME_END)) {
      return null;
    }
    byte[] hash = Sha256.digest().digest(host(url).getBytes(UTF_8));
    HexFormat hex = HexFormat.of();
    return PREFIX
        + hex.toHexDigits(page.scopeHigh())
        + hex.toHexDigits(page.scopeLow())
        + "."
        + hex.formatHex(hash, 0, KEY_BYTES);
  }

  /** The host of a URL as it was produced, with its port, in lower case; empty without a scheme. */
  public static String host(String url) {
    int scheme = url.indexOf(SCHEME_END);
    if (scheme < 0) {
      return "";
    }
    int host = scheme + SCHEME_END.length();
    int end = host;
    while (end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return Ascii.lower(url.substring(host, end));
  }
}
