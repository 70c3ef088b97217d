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

  /** {@return its name in verdicts} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return what two names in their stored form are to each other}
   *
   * @param a a record that holds a name
   * @param atA index of the name's first byte
   * @param b a record that holds the other name
   * @param atB index of its first byte
   */
  public static Identity of(byte[] a, int atA, byte[] b, int atB) {
    long summary = PageName.summary(a, atA);
    long other = PageName.summary(b, atB);
    if (summary == 0 || other == 0) {
      // texts of a corpus often share a frame, such as a question or a form, and are other texts
      return summary == other ? ALIKE : NONE;
    }
    if (toldApart(summary, other)) {
      return OTHER;
    }
    boolean sameSite = PageName.sameSite(a, atA, b, atB);
    boolean sameAddress = PageName.sameAddress(a, atA, b, atB);
    if (!PageName.hasWords(summary) || !PageName.hasWords(other)) {
      return sameSite && !sameAddress ? OTHER : NONE;
    }
    Words title = PageName.title(a, atA);
    Words otherTitle = PageName.title(b, atB);
    Words heading = PageName.heading(a, atA);
    Words otherHeading = PageName.heading(b, atB);
    boolean headingsDiffer = heading.differ(otherHeading);
    boolean differ = headingsDiffer || title.differ(otherTitle);
    Identity identity;
    if (!sameSite) {
      // where headings say what titles say, a few common words are those of a form, such as
      // "Changes related to"
      boolean named =
          headingsDiffer && heading.common(title) > 0 && otherHeading.common(otherTitle) > 0;
      identity = ofTwoSites(title, otherTitle, differ, named ? LONG : 0);
    } else if (sameAddress) {
      // a template may have been copied with its canonical link
      boolean mistaken = title.contradict(otherTitle) && PageName.joinedByLink(a, atA, b, atB);
      identity = mistaken ? OTHER : differ ? ALIKE : SAME;
    } else if (differ || !title.same(otherTitle) || !heading.same(otherHeading)) {
      identity = OTHER;
    } else {
      boolean longName = Math.max(title.letters(), heading.letters()) >= LONG;
      identity = ofTwoAddresses(a, atA, b, atB, longName);
    }
    return identity == SAME && PageName.languagesDiffer(summary, other) ? ALIKE : identity;
  }

  /**
   * {@return whether two names are {@link #OTHER} for certain, known only by their summaries, or by
   * those of both digests}
   *
   * @param summary of one name
   * @param other of the other one
   */
  public static boolean toldApart(long summary, long other) {
    return summary != 0
        && other != 0
        && PageName.mayBeOneSite(summary, other)
        && PageName.addressesDiffer(summary, other)
        && PageName.wordsDiffer(summary, other);
  }

  /**
   * {@return whether two names are of lists in two orders}
   *
   * @param summary of one name
   * @param other of the other one
   */
  public static boolean reordered(long summary, long other) {
    return PageName.ordersDiffer(summary, other);
  }

  /**
   * {@return whether two names have one title and one heading, numbers included, that are not both
   * empty}
   *
   * @param a a record that holds a name
   * @param atA index of the name's first byte
   * @param b a record that holds the other name
   * @param atB index of its first byte
   */
  public static boolean sameWords(byte[] a, int atA, byte[] b, int atB) {
    return PageName.hasWords(PageName.summary(a, atA))
        && PageName.title(a, atA).same(PageName.title(b, atB))
        && PageName.heading(a, atA).same(PageName.heading(b, atB));
  }

  /**
   * {@return the parts in which two names differ, for people: some of title, heading, address,
   * language}
   *
   * @param a a record that holds a name
   * @param atA index of the name's first byte
   * @param b a record that holds the other name
   * @param atB index of its first byte
   */
  public static List<String> differences(byte[] a, int atA, byte[] b, int atB) {
    long summary = PageName.summary(a, atA);
    long other = PageName.summary(b, atB);
    List<String> parts = new ArrayList<>();
    if (PageName.title(a, atA).differ(PageName.title(b, atB))) {
      parts.add("title");
    }
    if (PageName.heading(a, atA).differ(PageName.heading(b, atB))) {
      parts.add("heading");
    }
    if (PageName.sameHost(a, atA, b, atB) && !PageName.sameAddress(a, atA, b, atB)) {
      parts.add("address");
    }
    if (PageName.languagesDiffer(summary, other)) {
      parts.add("language");
    }
    return parts;
  }

  /** Two pages of one site and of the same title and heading. */
  private static Identity ofTwoAddresses(byte[] a, int atA, byte[] b, int atB, boolean longName) {
    if (PageName.lastChooseTwo(a, atA, b, atB)) {
      return OTHER;
    }
    boolean sameLast = PageName.sameLast(a, atA, b, atB);
    if (!sameLast || !PageName.similarFolders(a, atA, b, atB)) {
      return longName ? ALIKE : OTHER;
    }
    if (!PageName.sameQuery(a, atA, b, atB)) {
      return OTHER;
    }
    if (longName) {
      return SAME;
    }
    return PageName.sameNumbers(a, atA, b, atB) ? ALIKE : OTHER;
  }

  /** Two pages of two sites; with fewer common words the titles are not one that was reworded. */
  private static Identity ofTwoSites(Words title, Words other, boolean differ, int least) {
    if (title.letters() == 0 || other.letters() == 0) {
      return ALIKE;
    }
    if (title.same(other) && !differ) {
      return title.letters() < LONG ? ALIKE : SAME;
    }
    if (!differ) {
      return NONE;
    }
    int common = title.common(other);
    boolean half = 4 * common > title.letters() + other.letters();
    boolean sameLetters = common == title.letters() && common == other.letters();
    return half && common >= least && !sameLetters ? NONE : ALIKE;
  }
}
