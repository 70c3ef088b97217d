package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.SiteNames;
import dev.crawlsieve.core.text.Sha256;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The keys of pages' sites, see {@link SiteEvidence#key}. Not thread-safe. */
final class EvidenceKeys {

  private static final int HASH_BYTES = 16;

  private final SiteNames sites = new SiteNames();
  private String site = "";
  private String hash = ""; // of that site

  @Nullable String of(ComparedPage page) {
    PageName name = page.name();
    if (name.site() == 0 || !name.isKnown()) {
      return null;
    }
    String next = sites.of(page.url());
    if (next.isEmpty()) {
      return null;
    }
    HexFormat hex = HexFormat.of();
    if (!next.equals(site)) {
      site = next;
      hash = hex.formatHex(Sha256.digest().digest(site.getBytes(UTF_8)), 0, HASH_BYTES);
    }
    return SiteEvidence.PREFIX
        + hex.toHexDigits(page.scopeHigh())
        + hex.toHexDigits(page.scopeLow())
        + "."
        + hash;
  }
}
