package dev.crawlsieve.core.maintext;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a page's main text lists other pages, as that of a tag or a category does. One list may
 * stand under many names, so the lines before its first entry that say the page's name are left out
 * of the main text; names are compared as names.
 */
final class Listing {

  /** So many boxes may be around a heading in its article. */
  private static final int LEVELS = 4;

  private static final int HEADINGS = 2;

  /** Why a heading above the main text may not be part of it. */
  private static final Set<Reason> BESIDE = EnumSet.of(Reason.OUTSIDE, Reason.LINKS, Reason.TEASER);

  private static final int NONE = Integer.MAX_VALUE;

  /** The entries are links, none of which is a heading. */
  private static final int MANY_LINKS = NONE - 1;

  /** The fewest words of a link that is a title. */
  private static final int TITLE = 5;

  private final Outline outline;
  private final Classification classification;
  private final List<Container> tops;
  private final int firstEntry; // the run that begins it

  /**
   * @param main whether the classification separates a main text
   */
  Listing(Outline outline, Classification classification, boolean main) {
    this.outline = outline;
    this.classification = classification;
    this.tops = tops(outline);
    this.firstEntry = main ? firstEntry() : NONE;
  }

  /** The headings of level 1 that have text and are not hidden. */
  private static List<Container> tops(Outline outline) {
    return outline.containers().stream()
        .filter(each -> each.tag == Tag.HEADING_1 && each.chars > 0)
        .filter(each -> !each.is(Container.IN_HIDDEN))
        .toList();
  }

  private static String text(Outline outline, Container of) {
    return outline.runs().subList(of.firstRun, of.endRun).stream()
        .map(outline::text)
        .collect(Collectors.joining(" "));
  }

  /**
   * Whether the main text has or stands under a heading that names another page, or is mostly
   * links, of which one is as long as a title; the links of a menu are shorter.
   */
  boolean is() {
    return firstEntry < NONE;
  }

  private int firstEntry() {
    int words = 0;
    int linked = 0;
    boolean titled = false;
    int above = NONE; // the entry that the last heading begins
    boolean begun = false;
    for (int i = 0; i < classification.reasons().length; i++) {
      TextRun run = classification.runs().get(i);
      Reason reason = classification.reasons()[i];
      boolean heading = run.block().tag.headingLevel() > 0;
      if (heading && (reason.keeps() || BESIDE.contains(reason))) {
        above = namesOther(run, i) ? i : NONE;
      }
      if (reason.keeps()) {
        if (above < NONE && (heading || !begun)) {
          return above;
        }
        begun |= !heading;
        words += run.words;
        linked += run.linkWords;
        titled |= run.linkWords >= TITLE;
      }
    }
    return titled && !classification.fallback() && 2 * linked > words ? MANY_LINKS : NONE;
  }

  /** Whether a run begins an entry of a list: a heading that names another page. */
  boolean isEntry(int index) {
    return is()
        && classification.reasons()[index].keeps()
        && namesOther(classification.runs().get(index), index);
  }

  /**
   * Whether a run is a heading that names another page: a link, or in an article that is one. The
   * only heading of level 1 names the page itself.
   */
  private boolean namesOther(TextRun run, int index) {
    Container block = run.block();
    int level = block.tag.headingLevel();
    return (level > 1 || (level == 1 && tops.size() > 1))
        && (run.isLink() || isCovered(block, index));
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

  /** The texts of the first headings of level 1, but for entries; at most two. */
  List<String> headings() {
    return tops.stream()
        .filter(top -> !isEntry(top.firstRun))
        .limit(HEADINGS)
        .map(top -> text(outline, top))
        .toList();
  }

  /**
   * Leaves lines that say the page's name out of the main text of a list.
   *
   * @return for each run, whether it is such a line, in the main text or beside it
   */
  boolean[] leaveOutNames(String title) {
    Reason[] reasons = classification.reasons();
    boolean[] named = new boolean[reasons.length];
    if (!is()) {
      return named;
    }
    List<String> names = new ArrayList<>(headings());
    names.add(title);
    NameLines lines = new NameLines(names);
    for (int i = 0; i < Math.min(firstEntry, reasons.length); i++) {
      TextRun run = classification.runs().get(i);
      boolean kept = reasons[i].keeps();
      if (kept && run.prose() > 0) {
        break;
      }
      named[i] = !(kept && run.linkChars > 0) && lines.has(outline.utf8(), run, kept);
      if (named[i] && kept) {
        reasons[i] = Reason.NAME;
      }
    }
    return named;
  }
}
