package dev.crawlsieve.core.name;

/**
 * Whether a page's title and heading tell it from the other pages of its site: of the texts that
 * were seen on the site, a sample, how many are called so.
 *
 * @param texts how many different texts were seen, 0 to 255
 * @param titled how many of them, the page's own left out, have its title and heading; at most
 *     {@code texts}
 */
public record SiteTitles(int texts, int titled) {

  /** Nothing is known of the site. */
  public static final SiteTitles NONE = new SiteTitles(0, 0);

  // Chosen on 123 whole sites, see docs/tuning.md.

  private static final int FEWEST_TITLED = 3;
  private static final int TEXTS_TO_TITLED = 16;
  private static final int FEWEST_TEXTS = 24;

  /** {@return whether so many texts are called so that it names none of them} */
  public boolean areCommon() {
    return titled >= FEWEST_TITLED && TEXTS_TO_TITLED * titled >= texts;
  }

  /** {@return whether of enough texts at most one other is called so, so that it names an item} */
  public boolean areRare() {
    return texts >= FEWEST_TEXTS && titled <= 1;
  }
}
