package dev.crawlsieve.core.name;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether two pages name the same item. */
public enum Identity {
  /** At least one has no name, such as plain text, or nothing in their names tells. */
  NONE,
  /** They name the same item. */
  SAME,
  /**
   * They name the same item, but at two addresses of one host or in two languages; or the names
   * differ, but they are at one address, such as those of a release and a translation, or two hosts
   * gave them.
   */
  ALIKE,
  /** One host has given them names and addresses that are not those of the same item. */
  OTHER;

  // Chosen by measurement on real pages, see docs/tuning.md. A site tells its items apart by title,
  // first heading and address, and each of them fails on some sites: all pages have one title, or
  // one heading, or one file name in every folder. So two pages of a host are the same item only if
  // nothing contradicts. Between hosts addresses mean little, titles carry the names of sites, and
  // another editor may choose another title.

  /** A shorter title, such as "Member List", is often that of many pages of a site. */
  private static final int LONG_TITLE = 4;

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
      return NONE;
    }
    if (!PageName.hasWords(summary) || !PageName.hasWords(other)) {
      boolean apart = PageName.sameHost(summary, other) && !PageName.sameAddress(summary, other);
      return apart ? OTHER : NONE;
    }
    Words title = PageName.title(a, atA);
    Words otherTitle = PageName.title(b, atB);
    boolean headingsDiffer = PageName.heading(a, atA).differ(PageName.heading(b, atB));
    Identity identity;
    if (!PageName.sameHost(summary, other)) {
      boolean sameAddress = PageName.hasAddress(summary) && PageName.sameAddress(summary, other);
      identity = ofTwoHosts(title, otherTitle, headingsDiffer, sameAddress);
    } else if (PageName.sameAddress(summary, other)) {
      identity = headingsDiffer || title.differ(otherTitle) ? ALIKE : SAME;
    } else if (headingsDiffer || title.differ(otherTitle)) {
      identity = OTHER;
    } else {
      boolean longTitle = title.letters() >= LONG_TITLE;
      boolean samePath = PageName.hasPath(summary) && PageName.samePath(summary, other);
      if (!PageName.sameWords(summary, other) || (!longTitle && !samePath)) {
        identity = OTHER;
      } else {
        identity = longTitle && samePath ? SAME : ALIKE;
      }
    }
    return identity == SAME && PageName.languagesDiffer(summary, other) ? ALIKE : identity;
  }

  /**
   * {@return whether two names are {@link #OTHER} for certain, of which only the summaries are
   * known, or those of both digests}
   *
   * @param summary of one name
   * @param other of the other one
   */
  public static boolean toldApart(long summary, long other) {
    boolean sameWords = PageName.hasWords(summary) && PageName.sameWords(summary, other);
    return summary != 0
        && other != 0
        && PageName.sameHost(summary, other)
        && !PageName.sameAddress(summary, other)
        && !sameWords;
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
    if (PageName.sameHost(summary, other) && !PageName.sameAddress(summary, other)) {
      parts.add("address");
    }
    if (PageName.languagesDiffer(summary, other)) {
      parts.add("language");
    }
    return parts;
  }

  private static Identity ofTwoHosts(
      Words title, Words other, boolean headingsDiffer, boolean sameAddress) {
    if (title.letters() == 0 || other.letters() == 0) {
      return headingsDiffer ? ALIKE : NONE;
    }
    if (!headingsDiffer && !title.differ(other)) {
      return sameAddress || title.same(other) ? SAME : NONE;
    }
    int common = title.common(other);
    boolean reworded = 4 * common > title.letters() + other.letters(); // half of both, or more
    boolean sameLetters = common == title.letters() && common == other.letters();
    return reworded && !sameLetters ? NONE : ALIKE;
  }
}
