package dev.crawlsieve.core.maintext;

import java.util.List;

/** Drops boxes within the main part that do not belong to it, judged by their content. */
final class BoxRules {

  /**
   * Largest share of link characters in a box; the limit is higher in lists and declared content.
   */
  private static final double LINK_DENSITY = 0.25;

  private static final double LINK_DENSITY_IN_CONTENT = 0.5;

  /** Number of commas that only running text has. */
  private static final int COMMAS_OF_PROSE = 10;

  /**
   * Words of prose in an article that make a short box under a linked heading a teaser for another
   * page.
   */
  private static final int PROSE_OF_ARTICLE = 150;

  private static final int PROSE_OF_TEASER = 100;
  private static final int LEVELS_OF_TEASER = 4;

  private final Outline outline;
  private final Boxes boxes;

  BoxRules(Outline outline) {
    this.outline = outline;
    this.boxes = new Boxes(outline);
  }

  /**
   * Returns the boxes dropped within a main part.
   *
   * @param coreProse words of prose in the core
   */
  Boxes apply(Container main, Container core, int coreProse) {
    if (coreProse > PROSE_OF_ARTICLE) {
      dropTeasers(main, core);
    }
    List<Container> containers = outline.containers();
    for (int i = main.index + 1; i < main.endIndex; i++) {
      Container container = containers.get(i);
      if (container.isDataTable() || container.parent.is(Container.IN_DATA_TABLE)) {
        container.within |= Container.IN_DATA_TABLE;
      }
      if (!boxes.inherit(container)) {
        Reason reason = of(container);
        if (reason != null) {
          boxes.drop(container, reason);
        }
      }
    }
    return boxes;
  }

  private static Reason of(Container container) {
    return switch (container.tag) {
      case FORM, FIELDSET, TABLE, LIST, DIV, SECTION -> ofBox(container);
      default -> null;
    };
  }

  private static Reason ofBox(Container box) {
    if (box.is(Container.IN_DATA_TABLE)
        || box.commas >= COMMAS_OF_PROSE
        || box.dataTables > 0
        || isHeaded(box)) {
      return null;
    }
    if (box.inputs > (box.paragraphs + box.items) / 3 && box.prose < 60) {
      return Reason.FORM;
    }
    boolean content = box.blockChildren == 0 || box.tag == Tag.LIST || Hint.CONTENT.in(box.hints);
    return box.linkDensity() > (content ? LINK_DENSITY_IN_CONTENT : LINK_DENSITY)
        ? Reason.LINKS
        : null;
  }

  /** Whether it is a short box around an unlinked heading: a title and what belongs to it. */
  private static boolean isHeaded(Container box) {
    return box.words < 15
        ? box.headingChars > 0.1 * box.chars
        : box.words < 40 && box.headingChars > 0.3 * box.chars;
  }

  /** Drops boxes next to an article's text that point to other articles. */
  private void dropTeasers(Container main, Container core) {
    List<TextRun> runs = outline.runs();
    for (int i = main.firstRun; i < main.endRun; i++) {
      TextRun run = runs.get(i);
      Container heading = run.block();
      if (heading.tag.headingLevel() > 1
          && run.linkDensity() > 0.8
          && heading != core
          && !core.holds(heading)) {
        Container box = box(heading);
        if (box != main && box.prose < PROSE_OF_TEASER && !box.holds(core)) {
          boxes.drop(box, Reason.TEASER);
        }
      }
    }
  }

  private static Container box(Container heading) {
    Container box = heading.parent;
    for (int level = 0; level < LEVELS_OF_TEASER && box != null; level++) {
      if (box.tag == Tag.ITEM || box.landmark == Landmark.ARTICLE) {
        return box;
      }
      box = box.parent;
    }
    return heading.parent;
  }
}
