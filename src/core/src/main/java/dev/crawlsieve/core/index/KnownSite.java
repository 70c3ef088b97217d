package dev.crawlsieve.core.index;

import dev.crawlsieve.core.name.SiteTexts;
import dev.crawlsieve.core.name.SiteWays;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * What is known of a page's site when the page is decided on, see {@link SiteEvidence}.
 *
 * @param ways what the ways in which its addresses differ lead to
 * @param texts whether the page's text is its own there
 */
public record KnownSite(SiteWays ways, SiteTexts texts) {

  /** Nothing. */
  public static final KnownSite NONE = new KnownSite(SiteWays.NONE, SiteTexts.NONE);

  private static final int BYTE = 0xff;

  public KnownSite {
    Objects.requireNonNull(ways, "ways");
    Objects.requireNonNull(texts, "texts");
  }

  /** Reads the stored form at a buffer's position: u8 names, u8 near, then {@link SiteWays}. */
  public static KnownSite read(ByteBuffer stored) {
    SiteTexts texts = new SiteTexts(stored.get() & BYTE, stored.get() & BYTE);
    return new KnownSite(SiteWays.read(stored), texts);
  }

  /** {@return bytes of the stored form} */
  public int storedBytes() {
    return 2 + ways.storedBytes();
  }

  /** Writes the stored form at a buffer's position. */
  public void write(ByteBuffer to) {
    to.put((byte) texts.names()).put((byte) texts.near());
    ways.write(to);
  }
}
