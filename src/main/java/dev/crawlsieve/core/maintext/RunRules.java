package dev.crawlsieve.core.maintext;

import java.util.List;

/**
 * Drops runs within the main part that do not belong to it, judged by themselves and by their
 * surroundings.
 */
final class RunRules {

  /** Runs with fewer words are dropped before and after the text of a main part. */
  private static final int SHORT = 8;

  private final Outline outline;
  private final Reason[] reasons;

  /** Modifies the given reasons, one for each run of the outline. */
  RunRules(Outline outline, Reason[] reasons) {
    this.outline = outline;
    this.reasons = reasons;
  }

  /** The reason to drop a run wherever it is, or null if there is none. */
  static Reason anywhere(TextRun run, Outline outline) {
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
        || (run.words >= 5 && Signs.of(run, outline.utf8()).sentenceEnds() > 0)
        || run.container.is(Container.IN_CODE | Container.IN_TABLE | Container.IN_LIST);
  }

  /** Keeps the title nearest to the main part, before or beside it, if that has none itself. */
  void keepTitle() {
    int title = -1;
    boolean begun = false;
    for (int i = 0; i < reasons.length; i++) {
      boolean isTitle = outline.runs().get(i).block().tag == Tag.HEADING_1;
      if (reasons[i].keeps()) {
        if (isTitle) {
          return;
        }
        begun = true;
      } else if (isTitle && (!begun || title < 0) && mayHoldTitle(reasons[i])) {
        title = i;
      }
    }
    if (title >= 0) {
      Container heading = outline.runs().get(title).block();
      for (int i = heading.firstRun; i < heading.endRun; i++) {
        if (mayHoldTitle(reasons[i])) {
          reasons[i] = Reason.TITLE;
        }
      }
    }
  }

  private static boolean mayHoldTitle(Reason reason) {
    return switch (reason) {
      case OUTSIDE, LINKS, THIN, ORPHAN -> true;
      default -> false;
    };
  }

  /** Drops headings whose sections were dropped entirely. */
  void dropOrphans(Container main) {
    List<TextRun> runs = outline.runs();
    // Backwards: what was decided for the runs after this one, up to the next heading. What follows
    // the main part counts as dropped.
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
