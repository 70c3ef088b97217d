package dev.crawlsieve.core.maintext;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a page's main text lists other pages, as that of a tag or a category does. One list may
 * stand under many names, so the lines before its first entry that say the page's name are left out
 * of the main text; names are compared as names.
 */
final class Listing {

  /** So many boxes may be around a heading in its article. */
  private static final int LEVELS = 4;

  /** The fewest words of a link that is a title. */
  private static final int TITLE = 5;

  private Listing() {}

  /**
   * Whether the main text has a heading that names another page, or is mostly links, of which one
   * is as long as a title; the links of a menu are shorter.
   */
  static boolean is(Classification classification) {
    int words = 0;
    int linked = 0;
    boolean titled = false;
    for (int i = 0; i < classification.reasons().length; i++) {
      TextRun run = classification.runs().get(i);
      if (classification.reasons()[i].keeps()) {
        if (isEntry(run, i)) {
          return true;
        }
        words += run.words;
        linked += run.linkWords;
        titled |= run.linkWords >= TITLE;
      }
    }
    return titled && !classification.fallback() && 2 * linked > words;
  }

  /** Whether a run is a heading that names another page: a link, or in an article that is one. */
  private static boolean isEntry(TextRun run, int index) {
    Container block = run.block();
    return block.tag.headingLevel() > 1 && (run.isLink() || isCovered(block, index));
  }

  /** Whether the article that begins with a run has one link, without text: it lies over it all. */
  private static boolean isCovered(Container block, int firstRun) {
    Container around = block;
    for (int level = 0; level < LEVELS && around != null; level++) {
      if (around.landmark == Landmark.ARTICLE) {
        return around.firstRun == firstRun && around.links == 1 && around.linkChars == 0;
      }
      around = around.parent;
    }
    return false;
  }

  /**
   * Leaves lines that say the page's name out of the main text of a list.
   *
   * @return for each run, whether it is such a line, in the main text or beside it
   */
  static boolean[] leaveOutNames(
      Outline outline, Classification classification, String title, List<String> headings) {
    List<String> names = new ArrayList<>(headings);
    names.add(title);
    NameLines lines = new NameLines(names);
    Reason[] reasons = classification.reasons();
    boolean[] named = new boolean[reasons.length];
    for (int i = 0; i < reasons.length; i++) {
      TextRun run = classification.runs().get(i);
      boolean kept = reasons[i].keeps();
      if (kept && (isEntry(run, i) || run.prose() > 0)) {
        break;
      }
      boolean linked = run.linkChars > 0; // an entry, or a trail of links to the page
      named[i] = !(kept && linked) && lines.has(outline.utf8(), run.start, run.end, linked);
      if (named[i] && kept) {
        reasons[i] = Reason.NAME;
      }
    }
    return named;
  }
}
