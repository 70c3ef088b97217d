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
      return sameSite && !sameAddress ? OTHER : NONE;
    }
    boolean differ = a.heading().differ(b.heading()) || a.title().differ(b.title());
    Identity identity;
    if (!sameSite) {
      identity = ofTwoSites(a, b, differ);
    } else if (sameAddress) {
      // a template may have been copied with its canonical link
      boolean mistaken = a.title().contradict(b.title()) && a.joinedByLink(b);
      identity = mistaken ? OTHER : differ ? ALIKE : SAME;
    } else if (differ || !a.sameWords(b)) {
      identity = OTHER;
    } else {
      identity = ofTwoAddresses(a, b);
    }
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

  /** Two pages of one site and of the same title and heading. */
  private static Identity ofTwoAddresses(PageName a, PageName b) {
    if (a.lastChooseTwo(b)) {
      return OTHER;
    }
    boolean longName = Math.max(a.title().letters(), a.heading().letters()) >= LONG;
    if (!a.sameLast(b) || !a.similarFolders(b)) {
      return longName ? ALIKE : OTHER;
    }
    if (!a.sameQuery(b)) {
      return OTHER;
    }
    if (longName) {
      return SAME;
    }
    return a.sameNumbers(b) ? ALIKE : OTHER;
  }

  /** Two pages of two sites. */
  private static Identity ofTwoSites(PageName a, PageName b, boolean differ) {
    Words title = a.title();
    Words other = b.title();
    if (title.letters() == 0 || other.letters() == 0) {
      return ALIKE;
    }
    if (!differ) {
      return !title.same(other) ? NONE : title.letters() < LONG ? ALIKE : SAME;
    }
    // where headings say what titles say, a few common words are those of a form, such as "Changes
    // related to"; with fewer the title is not one that was reworded
    boolean named =
        a.heading().differ(b.heading())
            && a.heading().common(title) > 0
            && b.heading().common(other) > 0;
    int common = title.common(other);
    boolean half = 4 * common > title.letters() + other.letters();
    boolean sameLetters = common == title.letters() && common == other.letters();
    return half && common >= (named ? LONG : 0) && !sameLetters ? NONE : ALIKE;
  }
}
