package dev.crawlsieve.core.maintext;

/** Why a block was kept or dropped. */
enum Reason {
  /** In the main part, and no rule applies. */
  IN_MAIN(true, "main"),
  /** The page's title, outside the main part. */
  TITLE(true, "title"),
  /** A price, a number or a list of properties beside the main part. */
  FIELD(true, "field"),
  /** No main part was found, and no rule applies. */
  WHOLE_PAGE(true, "whole-page"),
  /** Otherwise, too little would be left to be trusted. */
  FALLBACK(true, "fallback"),

  HIDDEN(false, "hidden"),
  CONTROL(false, "control"),
  NAVIGATION(false, "landmark:navigation"),
  BANNER(false, "landmark:banner"),
  FOOTER(false, "landmark:footer"),
  COMPLEMENTARY(false, "landmark:complementary"),
  SEARCH(false, "landmark:search"),
  DIALOG(false, "landmark:dialog"),
  /** The words of a class or id suggest it. */
  HINT(false, "hint"),
  /** More to fill in than to read. */
  FORM(false, "form"),
  /** Before, after or next to the main part. */
  OUTSIDE(false, "outside"),
  LINKS(false, "link-density"),
  /** Few words before the first or after the last text of the main part. */
  THIN(false, "thin"),
  /** A linked heading with a few words about another page. */
  TEASER(false, "teaser"),
  /** A phrase that is the same on any page. */
  STOCK(false, "stock-phrase"),
  /** A heading whose section was dropped. */
  ORPHAN(false, "heading-of-nothing"),
  VOLATILE(false, "volatile"),
  /** What a mail quotes from another mail. */
  QUOTE(false, "quote");

  private final boolean keeps;
  private final String label;

  Reason(boolean keeps, String label) {
    this.keeps = keeps;
    this.label = label;
  }

  boolean keeps() {
    return keeps;
  }

  String label() {
    return label;
  }
}
