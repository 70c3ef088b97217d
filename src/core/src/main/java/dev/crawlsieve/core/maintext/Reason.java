package dev.crawlsieve.core.maintext;

/** Why a block was kept or dropped: a short name, and what it means. */
enum Reason {
  IN_MAIN(true, "main part", "in the page's main part, which is the element named"),
  TITLE(true, "page title", "the page's title, beside its main part"),
  FIELD(true, "property", "a price, a number or a list of properties beside it"),
  WHOLE_PAGE(true, "no main part", "no main part was found, and no other rule applies"),
  FALLBACK(true, "all visible text", "any other choice would leave too little text"),

  HIDDEN(false, "hidden", "not displayed"),
  CONTROL(false, "control", "a button, a list of options or a text area"),
  NAVIGATION(false, "navigation", "by its element (<nav>) or ARIA role"),
  BANNER(false, "header", "likewise (<header>)"),
  FOOTER(false, "footer", "likewise (<footer>), or at the end and named like one"),
  COMPLEMENTARY(false, "aside", "likewise (<aside>)"),
  SEARCH(false, "search", "likewise (role=search)"),
  DIALOG(false, "dialog", "likewise (role=dialog, alert or tooltip)"),
  HINT(false, "class or id", "its words suggest a menu, header, comments, advertising"),
  FORM(false, "form", "more to fill in than to read"),
  OUTSIDE(false, "outside main part", "before, after or beside the main part"),
  LINKS(false, "links", "mostly links: the share of its text that is in them"),
  THIN(false, "edge of main part", "few words before its first or after its last text"),
  TEASER(false, "teaser", "a linked heading with a few words about another page"),
  STOCK(false, "stock phrase", "a phrase of any site, such as 'Read more'"),
  ORPHAN(false, "empty section", "a heading whose section was dropped"),
  NAME(false, "name", "says the page's title or heading, with few other words"),
  VOLATILE(false, "date or counter", "says only when, how old or how often"),
  QUOTE(false, "quoted mail", "what a mail quotes from another one");

  private final boolean keeps;
  private final String label;
  private final String meaning;

  Reason(boolean keeps, String label, String meaning) {
    this.keeps = keeps;
    this.label = label;
    this.meaning = meaning;
  }

  boolean keeps() {
    return keeps;
  }

  String label() {
    return label;
  }

  String meaning() {
    return meaning;
  }
}
