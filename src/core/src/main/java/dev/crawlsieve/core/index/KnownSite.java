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
 * @param elsewhere how many other addresses were seen with its very main text under its title and
 *     heading, 0 to 255
 * @param similar how many other names were seen with a main text that is only similar, 0 to 255
 */
public record KnownSite(
    SiteWays ways, SiteTexts texts, SiteTitles titles, int elsewhere, int similar) {

  /** Nothing. */
  public static final KnownSite NONE =
      new KnownSite(SiteWays.NONE, SiteTexts.NONE, SiteTitles.NONE, 0, 0);

  private static final int BYTE = 0xff;
  private static final int COUNTS = 6;

  /** As few as pages of other names, see {@link SiteTexts#areOfTemplate}. */
  private static final int FEWEST_ELSEWHERE = 2;

  /** As many as names of one list, see {@link SiteTexts#areRare}. */
  private static final int MOST_SIMILAR = 3;

  public KnownSite {
    Objects.requireNonNull(ways, "ways");
    Objects.requireNonNull(texts, "texts");
    Objects.requireNonNull(titles, "titles");
  }

  /**
   * {@return whether other pages of the site have nearly the page's text, so that a page of another
   * site may have no more than the template}
   */
  boolean sharesText() {
    return texts.areOfTemplate() || hasElsewhere();
  }

  /**
   * {@return whether the page's title and heading do not tell it from other pages of the site} They
   * do not where many texts are called so, nor where one text is called so at many addresses: those
   * may be items of which each has a few words beside it. If it is one page, all but the first are
   * copies of that one.
   */
  boolean sharesTitle() {
    return titles.areCommon() || hasElsewhere();
  }

  /**
   * {@return whether the page's text is its own, and not even a similar one has many names} Short
   * texts of one template are often no more than similar.
   */
  public boolean hasRareText() {
    return texts.areRare() && similar <= MOST_SIMILAR;
  }

  private boolean hasElsewhere() {
    return elsewhere >= FEWEST_ELSEWHERE;
  }

  /**
   * Reads the stored form at a buffer's position: u8 names, u8 near, u8 texts, u8 titled, u8
   * elsewhere, u8 similar, then {@link SiteWays}.
   */
  public static KnownSite read(ByteBuffer stored) {
    SiteTexts texts = new SiteTexts(stored.get() & BYTE, stored.get() & BYTE);
    SiteTitles titles = new SiteTitles(stored.get() & BYTE, stored.get() & BYTE);
    int elsewhere = stored.get() & BYTE;
    int similar = stored.get() & BYTE;
    return new KnownSite(SiteWays.read(stored), texts, titles, elsewhere, similar);
  }

  /** {@return bytes of the stored form} */
  public int storedBytes() {
    return COUNTS + ways.storedBytes();
  }

  /** Writes the stored form at a buffer's position. */
  public void write(ByteBuffer to) {
    to.put((byte) texts.names()).put((byte) texts.near());
    to.put((byte) titles.texts()).put((byte) titles.titled());
    to.put((byte) elsewhere).put((byte) similar);
    ways.write(to);
  }
}
