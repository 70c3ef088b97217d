package dev.crawlsieve.core.name;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether two pages name the same item. */
public enum Identity {
  /** Only one has a name, or their names do not tell. */
  NONE,
  /** They name the same item. */
  SAME,
  /**
   * They name the same item, but at two addresses of one site or in two languages; or the names
   * differ, but they are at one address, such as those of a release and a translation, or two sites
   * gave them; or neither has a name, such as plain text.
   */
  ALIKE,
  /** One site has given them names and addresses that are not those of the same item. */
  OTHER;

  // Chosen by measurement on real pages, see docs/tuning.md. A site tells its items apart by title,
  // first heading and address, and each of them fails on some sites: all pages have one title, or
  // one heading, or one file name in every folder. So two pages of a site are the same item only if
  // nothing contradicts. Between sites addresses mean little, titles carry the names of sites, and
  // another editor may choose another title.

  /** A title or heading of fewer words, such as "Member List", is often shared by many pages. */
  private static final int LONG = 4;

  /** A path of as many folders is not by chance in two others. */
  private static final int DEEP = 3;

  /** {@return its name in verdicts} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return what two names are to each other}
   *
   * @param a a name
   * @param b the other name
   */
  public static Identity of(PageName a, PageName b) {
    if (!a.isKnown() || !b.isKnown()) {
      // texts of a corpus often share a frame, such as a question or a form, and are other texts
      return a.isKnown() == b.isKnown() ? ALIKE : NONE;
    }
    if (NameSummary.toldApart(a.summary(), b.summary())) {
      return OTHER;
    }
    boolean sameSite = a.sameSite(b);
    boolean sameAddress = a.sameAddress(b);
    if (!a.hasWords() || !b.hasWords()) {
      return !sameSite || sameAddress
          ? NONE
          : a.hasWords() == b.hasWords() ? ofTwoAddresses(a, b) : OTHER;
    }
    Identity identity =
        !sameSite ? ofTwoSites(a, b) : sameAddress ? ofOneAddress(a, b) : ofTwoAddresses(a, b);
    return identity == SAME && a.languagesDiffer(b) ? ALIKE : identity;
  }

  /**
   * {@return the parts in which two names differ, for people: some of title, heading, address,
   * language}
   *
   * @param a a name
   * @param b the other name
   */
  public static List<String> differences(PageName a, PageName b) {
    List<String> parts = new ArrayList<>();
    if (a.title().differ(b.title())) {
      parts.add("title");
    }
    if (a.heading().differ(b.heading())) {
      parts.add("heading");
    }
    if (a.sameHost(b) && !a.sameAddress(b)) {
      parts.add("address");
    }
    if (a.languagesDiffer(b)) {
      parts.add("language");
    }
    return parts;
  }

  private static boolean differ(PageName a, PageName b) {
    return a.heading().differ(b.heading()) || a.title().differ(b.title());
  }

  /** Two pages of one site and address, perhaps in two releases or languages. */
  private static Identity ofOneAddress(PageName a, PageName b) {
    boolean joined = a.joinedByLink(b);
    // a template may have been copied with its canonical link
    if (joined && a.title().contradict(b.title())) {
      return OTHER;
    }
    if (differ(a, b)) {
      return ALIKE;
    }
    // a heading names the item: its number is that of a clause or a day, not of a release
    if (!a.sameForms(b) && a.heading().contradict(b.heading())) {
      return OTHER;
    }
    return joined && (a.linksAway() || b.linksAway()) ? ALIKE : SAME;
  }

  /** Two pages of one site: the same item only if nothing contradicts. */
  private static Identity ofTwoAddresses(PageName a, PageName b) {
    Words title = a.title();
    boolean sameTitle = title.same(b.title());
    if (a.pagesDiffer(b)
        || a.heading().contradict(b.heading())
        || (!sameTitle && !title.sameLetters(b.title()))) {
      return OTHER;
    }
    FolderChange folders = FolderChange.between(a, b);
    boolean sameLast = a.sameLast(b);
    boolean sameHeading = a.heading().same(b.heading());
    // another layout of a page may have a heading where the first has none, or a longer one
    if (!sameHeading
        && (!sameLast || folders.same() || folders.choose() || !agrees(folders, title.letters()))) {
      return OTHER;
    }
    PageName.Query query = a.query(b);
    int letters = sameHeading ? Math.max(title.letters(), a.heading().letters()) : title.letters();
    boolean longName = letters >= LONG;
    if (!sameTitle) {
      return ofTwoReleases(a, b, folders, letters);
    }
    if (folders.same() && a.lastChoosesTwo(b)) {
      return OTHER;
    }
    if (!sameLast) {
      return longName ? ALIKE : OTHER;
    }
    if (query != PageName.Query.SAME) {
      // parameters that only one has may be those of a tracker
      return query == PageName.Query.MORE && longName && folders.same() ? ALIKE : OTHER;
    }
    if (folders.numbers() && folders.whole()) {
      return agrees(folders, letters) ? ALIKE : OTHER;
    }
    return ofTwoLayouts(folders, letters);
  }

  /**
   * Two pages of one site, whose headings agree and whose titles differ in numbers: those of
   * releases, if nothing else in their addresses says that they are two items.
   */
  private static Identity ofTwoReleases(PageName a, PageName b, FolderChange folders, int letters) {
    boolean headed = a.heading().letters() > 0 && b.heading().letters() > 0;
    if (a.query(b) != PageName.Query.SAME || (folders.whole() && folders.after() < 2)) {
      return OTHER;
    }
    if (!a.sameLast(b)) {
      return headed && folders.same() && a.lastChoosesTwo(b) ? ALIKE : OTHER;
    }
    if (agrees(folders, letters)) {
      boolean certain = headed || folders.numbered() || folders.after() > 1;
      return certain ? SAME : folders.after() > 0 ? ALIKE : OTHER;
    }
    return folders.numbered() ? ALIKE : OTHER;
  }

  /**
   * Two pages of one site with one title and file, whose headings agree: what agrees around their
   * folders says whether these are two layouts, releases or terms of the same pages, or two things
   * with a page each, such as two towns.
   */
  private static Identity ofTwoLayouts(FolderChange folders, int letters) {
    boolean longName = letters >= LONG;
    boolean agrees = agrees(folders, letters);
    if (folders.numbered()) {
      return agrees ? SAME : ALIKE;
    }
    boolean same = longName && (folders.inserted() || folders.after() > 0);
    return same ? SAME : agrees ? ALIKE : OTHER;
  }

  /** Whether titles and the folders after those that differ say the same at some length. */
  private static boolean agrees(FolderChange folders, int letters) {
    return letters + folders.after() >= LONG || folders.after() >= DEEP;
  }

  /** Two pages of two sites. */
  private static Identity ofTwoSites(PageName a, PageName b) {
    Words title = a.title();
    Words other = b.title();
    boolean headingsDiffer = a.heading().differ(b.heading());
    boolean differ = headingsDiffer || title.differ(other);
    if (headingsDiffer && title.differ(other) && !a.ofTwoSites(b)) {
      return OTHER; // they may be of one site
    }
    if (title.letters() == 0 || other.letters() == 0) {
      return ALIKE;
    }
    if (!differ) {
      return !title.same(other) ? NONE : title.letters() < LONG ? ALIKE : SAME;
    }
    // where headings say what titles say, a few common words are those of a form, such as "Changes
    // related to"; with fewer the title is not one that was reworded
    boolean named =
        headingsDiffer && a.heading().common(title) > 0 && b.heading().common(other) > 0;
    int common = title.common(other);
    boolean half = 4 * common > title.letters() + other.letters();
    boolean sameLetters = common == title.letters() && common == other.letters();
    return half && common >= (named ? LONG : 0) && !sameLetters ? NONE : ALIKE;
  }
}
