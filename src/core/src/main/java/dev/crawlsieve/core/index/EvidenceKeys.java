package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.core.work.Latest;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of pages' sites, see {@link SiteEvidence#key}. Not thread-safe. */
final class EvidenceKeys {

  private static final int HASH_BYTES = 16;

  /** Crawlers fetch the pages of few hosts at a time. */
  private static final int LATEST = 64;

  /** From here on, a slash ends the host of a URL that is written as usual. */
  private static final int HOST = "https://".length();

  private final Map<String, String> latest = Latest.map(LATEST); // by HttpUrl.start

  @Nullable String of(ComparedPage page) {
    PageName name = page.name();
    String hash = name.site() == 0 || !name.isKnown() ? null : hash(page.url());
    HexFormat hex = HexFormat.of();
    return hash == null
        ? null
        : SiteRecord.SITE
            + hex.toHexDigits(page.scopeHigh())
            + hex.toHexDigits(page.scopeLow())
            + "."
            + hash;
  }

  private static String ofSite(String site) {
    byte[] digest = Sha256.digest().digest(site.getBytes(UTF_8));
    return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
  }

  private @Nullable String hash(String url) {
    String start = url.substring(0, url.indexOf('/', HOST) + 1);
    String known = url.length() > HttpUrl.SURE_CHARS ? null : latest.get(start);
    if (known != null) {
      return known;
    }
    try {
      HttpUrl parts = HttpUrl.parse(url);
      String hash = ofSite(parts.site());
      if (start.equals(parts.start())) {
        latest.put(start, hash);
      }
      return hash;
    } catch (BadPageException e) {
      return null; // no page that was fingerprinted has such a URL
    }
  }
}
