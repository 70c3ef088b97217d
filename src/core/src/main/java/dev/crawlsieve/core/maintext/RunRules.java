package dev.crawlsieve.core.maintext;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drops runs within the main part that do not belong to it, judged by their text and by their
 * surroundings.
 */
final class RunRules {

  /** Runs with fewer words are dropped before and after the text of a main part. */
  private static final int SHORT = 8;

  /** Number of boxes around the main part that are searched for fields. */
  private static final int LEVELS_BESIDE = 2;

  /** Number of boxes from a field's text to the list or table that it is in. */
  private static final int LEVELS_OF_FIELD = 5;

  private static final int WORDS_OF_FIELDS = 150;
  private static final double LINKS_OF_FIELD = 0.5;

  private final Outline outline;
  private final Reason[] reasons;

  /** Modifies the given reasons, one for each run of the outline. */
  RunRules(Outline outline, Reason[] reasons) {
    this.outline = outline;
    this.reasons = reasons;
  }

  /** The reason to drop a run regardless of where it is, or null if there is none. */
  static @Nullable Reason anywhere(TextRun run, Outline outline) {
    Container container = run.block();
    if (container.is(Container.IN_CODE) || container.tag == Tag.DEFINITION || run.isWithinProse()) {
      return null;
    }
    boolean named = container.tag.headingLevel() > 0 || container.is(Container.IN_TABLE);
    if (!named && Volatile.is(run, outline)) {
      return Reason.VOLATILE;
    }
    return StockPhrase.is(run, outline) ? Reason.STOCK : null;
  }

  /** Drops runs before and after the text of a main part that are not text themselves. */
  void trim(Container main) {
    trim(main.firstRun, main.endRun, 1);
    trim(main.endRun - 1, main.firstRun - 1, -1);
  }

  private void trim(int from, int to, int step) {
    for (int i = from; i != to; i += step) {
      TextRun run = outline.runs().get(i);
      if (!reasons[i].keeps()) {
        continue;
      }
      boolean heading = run.block().tag.headingLevel() > 0;
      if (isText(run) || (heading && step < 0)) {
        return;
      }
      if (!heading && (run.words < SHORT || run.linkDensity() > 0.5)) {
        reasons[i] = Reason.THIN;
      }
    }
  }

  private boolean isText(TextRun run) {
    return run.prose() > 0
        || run.isWithinProse()
        || (run.words >= 5 && Signs.sentenceEnds(run, outline.utf8()) > 0)
        || run.container.is(Container.IN_CODE | Container.IN_TABLE | Container.IN_LIST);
  }

  /** If the main part has no title, keeps the title nearest to it, before or beside it. */
  void keepTitle(Container main, Container[] causes) {
    int title = -1;
    boolean begun = false;
    for (int i = 0; i < reasons.length; i++) {
      boolean isTitle = outline.runs().get(i).block().tag == Tag.HEADING_1;
      if (reasons[i].keeps()) {
        if (isTitle) {
          return;
        }
        begun = true;
      } else if (isTitle && (!begun || title < 0) && mayHoldTitle(i, main, causes)) {
        title = i;
      }
    }
    if (title >= 0) {
      Container heading = outline.runs().get(title).block();
      for (int i = heading.firstRun; i < heading.endRun; i++) {
        if (mayHoldTitle(i, main, causes)) {
          reasons[i] = Reason.TITLE;
        }
      }
    }
  }

  /**
   * Keeps the fields of the item that the main part describes, beside the main part or at its ends:
   * lists and tables of properties, and what is named as a price or a number.
   */
  void keepFields(Container main) {
    Container region = main;
    for (int level = 0; level < LEVELS_BESIDE && region.parent != null; level++) {
      if (region.parent.tag == Tag.BODY || region.landmark == Landmark.MAIN) {
        break;
      }
      region = region.parent;
    }
    for (int i = region.firstRun; i < region.endRun; i++) {
      boolean beside =
          reasons[i] == Reason.OUTSIDE || reasons[i] == Reason.THIN || reasons[i] == Reason.FORM;
      if (beside
          && outline.runs().get(i).linkDensity() < LINKS_OF_FIELD
          && isField(outline.runs().get(i).container, region)) {
        reasons[i] = Reason.FIELD;
      }
    }
  }

  private static boolean isField(Container container, Container region) {
    Container around = container;
    for (int level = 0; level < LEVELS_OF_FIELD && around != null && around != region; level++) {
      boolean small = around.words <= WORDS_OF_FIELDS && around.linkDensity() < LINKS_OF_FIELD;
      if (small
          && (around.tag == Tag.DEFINITIONS
              || around.isDataTable()
              || Hint.FIELD.in(around.hints))) {
        return true;
      }
      around = around.parent;
    }
    return false;
  }

  private boolean mayHoldTitle(int run, Container main, Container[] causes) {
    return switch (reasons[run]) {
      case OUTSIDE, LINKS, THIN, ORPHAN, FORM -> true;
      // A section's header is not the site's.
      case BANNER -> {
        Container around = causes[run].around();
        yield around.tag == Tag.SECTION && (around.holds(main) || main.holds(around));
      }
      default -> false;
    };
  }

  /** Drops headings whose sections were dropped entirely. */
  void dropOrphans(Container main) {
    List<TextRun> runs = outline.runs();
    // Goes backwards and keeps what was decided for the runs from here to the next heading. What
    // follows the main part counts as dropped.
    boolean dropped = true;
    boolean kept = false;
    for (int i = main.endRun - 1; i >= main.firstRun; i--) {
      boolean heading = runs.get(i).block().tag.headingLevel() > 1;
      if (!reasons[i].keeps()) {
        dropped = true;
      } else if (!heading) {
        kept = true;
      } else if (dropped && !kept) {
        reasons[i] = Reason.ORPHAN;
      } else {
        dropped = false;
        kept = false;
      }
    }
  }
}
