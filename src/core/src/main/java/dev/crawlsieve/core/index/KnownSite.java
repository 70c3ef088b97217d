package dev.crawlsieve.core.index;

import dev.crawlsieve.core.name.SiteTexts;
import dev.crawlsieve.core.name.SiteTitles;
import dev.crawlsieve.core.name.SiteWays;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * What is known of a page's site when the page is decided on, see {@link SiteEvidence}.
 *
 * @param ways what the ways in which its addresses differ lead to
 * @param texts whether the page's text is its own there
 * @param titles whether its title and heading tell it from the other pages there
 */
public record KnownSite(SiteWays ways, SiteTexts texts, SiteTitles titles) {

  /** Nothing. */
  public static final KnownSite NONE =
      new KnownSite(SiteWays.NONE, SiteTexts.NONE, SiteTitles.NONE);

  private static final int BYTE = 0xff;

  public KnownSite {
    Objects.requireNonNull(ways, "ways");
    Objects.requireNonNull(texts, "texts");
    Objects.requireNonNull(titles, "titles");
  }

  /**
   * Reads the stored form at a buffer's position: u8 names, u8 near, u8 texts, u8 titled, then
   * {@link SiteWays}.
   */
  public static KnownSite read(ByteBuffer stored) {
    SiteTexts texts = new SiteTexts(stored.get() & BYTE, stored.get() & BYTE);
    SiteTitles titles = new SiteTitles(stored.get() & BYTE, stored.get() & BYTE);
    return new KnownSite(SiteWays.read(stored), texts, titles);
  }

  /** {@return bytes of the stored form} */
  public int storedBytes() {
    return 4 + ways.storedBytes();
  }

  /** Writes the stored form at a buffer's position. */
  public void write(ByteBuffer to) {
    to.put((byte) texts.names()).put((byte) texts.near());
    to.put((byte) titles.texts()).put((byte) titles.titled());
    ways.write(to);
  }
}
