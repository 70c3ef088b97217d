package dev.crawlsieve.core.name;

/**
 * Whether a page's text is its own on its site, or that of a template: of the names that were seen
 * on the site, a sample, how many have a page of nearly the same text.
 *
 * @param names how many other names were seen, 0 to 255
 * @param near how many of them have nearly the same text; where the page has no name or one that is
 *     common on the site, also how many other texts of that name are nearly the same, and how many
 *     other addresses have this very text; 0 to 255
 */
public record SiteTexts(int names, int near) {

  /** Nothing is known of the site. */
  public static final SiteTexts NONE = new SiteTexts(0, 0);

  // Chosen on 59 whole sites, see docs/tuning.md.

  private static final int FEWEST_NAMES = 24;
  private static final int NAMES_TO_NEAR = 16;
  private static final int FEWEST_OF_TEMPLATE = 2;

  /** A list may be that of a tag, a category, a month and an author. */
  private static final int MOST_OF_RARE = 3;

  /**
   * {@return whether few of enough names have such a text, so that a page that says the same is a
   * copy under any name: one list as a category, a tag and a month} If many have it, pages of this
   * site differ by their names, as the products of a shop may.
   */
  public boolean areOwn() {
    return names >= FEWEST_NAMES && NAMES_TO_NEAR * near <= names;
  }

  /** {@return whether, beyond that, hardly another name has such a text} */
  public boolean areRare() {
    return areOwn() && near <= MOST_OF_RARE;
  }

  /**
   * {@return the same, with texts that are less near, but may be of one template} If the text is
   * the page's own, no more are counted than leave it so.
   *
   * @param count how many, with those that are near
   */
  public SiteTexts withLessNear(int count) {
    return new SiteTexts(names, areOwn() ? Math.min(count, names / NAMES_TO_NEAR) : count);
  }

  /**
   * {@return whether other pages of the site have nearly such a text, so that a page of another
   * site that says most of it may have no more than the template}
   */
  public boolean areOfTemplate() {
    return near >= FEWEST_OF_TEMPLATE;
  }
}
