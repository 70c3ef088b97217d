package dev.crawlsieve.core.maintext;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Drops boxes within the main part that do not belong to it, judged by their content. */
final class BoxRules {

  /** Largest share of link characters in a box; higher in lists and in declared content. */
  private static final double LINK_DENSITY = 0.25;

  private static final double LINK_DENSITY_IN_CONTENT = 0.5;

  /** With this many commas, a box is running text. */
  private static final int COMMAS_OF_PROSE = 10;

  /**
   * In an article with this many words of prose, a short box under a linked heading is a teaser for
   * another page.
   */
  private static final int PROSE_OF_ARTICLE = 150;

  private static final int PROSE_OF_TEASER = 100;
  private static final int LEVELS_OF_TEASER = 4;

  /**
   * A core is a list of links, which are then kept, if its boxes of links have this many words for
   * each other word: the first value is for a core with little prose, the second for an article.
   */
  private static final double LINKS_OF_LIST = 0.5;

  private static final double LINKS_OF_ARTICLE = 4;

  private final Outline outline;
  private final Boxes chrome;
  private final Container main;
  private final Container core;

  /**
   * The container whose links are counted and may be kept: the core, or the declared main part
   * around it.
   */
  private final Container scope;

  private final boolean article;
  private Boxes boxes;
  private boolean list;

  /**
   * @param coreProse words of prose in the core
   */
  BoxRules(Outline outline, Boxes chrome, Container main, Container core, int coreProse) {
    this.outline = outline;
    this.chrome = chrome;
    this.main = main;
    this.core = core;
    this.scope = declared(core);
    this.article = coreProse > PROSE_OF_ARTICLE;
    this.boxes = new Boxes(outline);
  }

  private static Container declared(Container core) {
    for (Container around = core; around != null; around = around.parent) {
      if (around.landmark == Landmark.MAIN) {
        return around;
      }
    }
    return core;
  }

  /** Returns the boxes dropped within the main part. */
  Boxes apply() {
    dropBoxes();
    if (isOfLinks()) {
      list = true;
      boxes = new Boxes(outline);
      dropBoxes();
    }
    return boxes;
  }

  /** Whether to keep a container that looks like a menu, because it is in a list of links. */
  boolean keepsMenu(Container container, Reason reason) {
    return list && reason == Reason.LINKS && mayListMenus() && scope.holds(container);
  }

  /** Whether the main part is a list of links. */
  boolean isList() {
    return list;
  }

  /**
   * Whether menus may be kept: not if the core is the whole page, since they are then the site's.
   */
  private boolean mayListMenus() {
    return scope.tag != Tag.BODY;
  }

  /** Whether the boxes dropped for their links make up most of the core's text. */
  private boolean isOfLinks() {
    int others = 0;
    int links = 0;
    for (int i = scope.firstRun; i < scope.endRun; i++) {
      TextRun run = outline.runs().get(i);
      Reason menu = chrome.reason(run.container);
      if (menu == null || (menu == Reason.LINKS && mayListMenus())) {
        Reason reason = menu == null ? boxes.reason(run.container) : menu;
        others += reason == null ? run.words : 0;
        links += reason == Reason.LINKS ? run.words : 0;
      }
    }
    return links > (article ? LINKS_OF_ARTICLE : LINKS_OF_LIST) * others;
  }

  private void dropBoxes() {
    if (article) {
      dropTeasers();
    }
    List<Container> containers = outline.containers();
    for (int i = main.index + 1; i < main.endIndex; i++) {
      Container container = containers.get(i);
      if (container.isDataTable() || container.around().is(Container.IN_DATA_TABLE)) {
        container.within |= Container.IN_DATA_TABLE;
      }
      if (!boxes.inherit(container) && !container.holds(core)) {
        Reason reason = of(container);
        if (reason != null && !(list && reason == Reason.LINKS && scope.holds(container))) {
          boxes.drop(container, reason);
        }
      }
    }
  }

  private static @Nullable Reason of(Container container) {
    return switch (container.tag) {
      case FORM, FIELDSET, TABLE, LIST, DIV, SECTION -> ofBox(container);
      default -> null;
    };
  }

  private static @Nullable Reason ofBox(Container box) {
    if (box.holdsMain
        || box.is(Container.IN_DATA_TABLE)
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

  /** Whether a box is short and around an unlinked heading: a title and what belongs to it. */
  private static boolean isHeaded(Container box) {
    return box.words < 15
        ? box.headingChars > 0.1 * box.chars
        : box.words < 40 && box.headingChars > 0.3 * box.chars;
  }

  /**
   * Drops boxes next to an article's text that point to other articles. Not if the article itself
   * is under a linked heading: then all of them are posts of a list.
   */
  private void dropTeasers() {
    List<TextRun> runs = outline.runs();
    List<Container> others = new ArrayList<>();
    Set<Tag> own = EnumSet.noneOf(Tag.class);
    for (int i = main.firstRun; i < main.endRun; i++) {
      TextRun run = runs.get(i);
      Container heading = run.block();
      if (run.isLinkedHeading() && heading.tag != Tag.HEADING_1 && heading != core) {
        Container box = box(heading);
        if (core.holds(heading) ? i == core.firstRun : box != main && box.holds(core)) {
          own.add(heading.tag);
        } else if (!core.holds(heading) && box != main && box.prose < PROSE_OF_TEASER) {
          others.add(heading);
        }
      }
    }
    for (Container heading : others) {
      if (!own.contains(heading.tag)) {
        boxes.drop(box(heading), Reason.TEASER);
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
    return heading.around();
  }
}
