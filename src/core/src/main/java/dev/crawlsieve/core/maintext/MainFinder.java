package dev.crawlsieve.core.maintext;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the container of the page's main part.
 *
 * <p>Each paragraph gives points to the containers around it, more to nearer ones. The container
 * with the most points, reduced by its share of links, is the <em>core</em> (the idea of Arc90's
 * Readability). The main part begins as the core and is widened outwards as long as that adds
 * notably more prose. So a page of many equal parts (posts of a thread, methods of a class, entries
 * of a list) is kept as a whole. It is also widened to the element that the page itself declares to
 * be its main part.
 */
final class MainFinder {

  /** Shorter blocks do not count as paragraphs. */
  private static final int MIN_CHARS = 25;

  /** Number of containers to which a paragraph gives points. */
  private static final int LEVELS = 5;

  private static final int HINT_POINTS = 25;

  /** With this many words of prose outside it, a declared main part is doubtful. */
  private static final int PROSE_OF_ARTICLE = 150;

  /** Factor by which the prose must grow to widen the main part. */
  private static final double WIDENING = 1.25;

  private final Outline outline;
  private final Boxes chrome;
  private final double[] points;
  private final boolean[] candidate;
  private final int[] prose;

  /** The main part, if it must not be widened; otherwise null. */
  private @Nullable Container whole;

  MainFinder(Outline outline, Boxes chrome) {
    this.outline = outline;
    this.chrome = chrome;
    this.points = new double[outline.containers().size()];
    this.candidate = new boolean[points.length];
    this.prose = prose(outline, chrome);
  }

  /** Words of prose in each container, excluding chrome. */
  private static int[] prose(Outline outline, Boxes chrome) {
    int[] prose = new int[outline.containers().size()];
    for (TextRun run : outline.runs()) {
      if (chrome.reason(run.container) == null) {
        prose[run.container.index] += run.prose();
      }
    }
    for (int i = prose.length - 1; i > 0; i--) {
      prose[outline.containers().get(i).around().index] += prose[i];
    }
    return prose;
  }

  /**
   * The core; null if no block of the page looks like a paragraph and the page declares no main
   * part. A declared main part is the core unless there is much more prose elsewhere. If the page's
   * only article has its title, nothing beside it is preferred.
   */
  @Nullable Container core() {
    Container best = best();
    Container article = article();
    if (article != null && best != null && !article.holds(best) && !best.holds(article)) {
      whole = article;
      return article;
    }
    Container declared = declared();
    if (declared == null || (best != null && (best.is(Container.IN_MAIN) || best.holdsMain))) {
      return best;
    }
    boolean misplaced =
        best != null && prose(best) >= PROSE_OF_ARTICLE && prose(best) > 2 * declared.words;
    return misplaced ? best : declared;
  }

  /**
   * The only article of a page that declares no main part, if it has all titles and a paragraph;
   * otherwise null.
   */
  private @Nullable Container article() {
    Container only = null;
    for (Container container : outline.containers()) {
      if (container.landmark == Landmark.ARTICLE && chrome.reason(container) == null) {
        if (only != null) {
          return null;
        }
        only = container;
      }
    }
    boolean titled =
        only != null
            && only.titles > 0
            && only.titles == outline.root().titles
            && prose(only) > 0
            && !outline.root().holdsMain;
    return titled ? only : null;
  }

  private @Nullable Container best() {
    for (TextRun run : outline.runs()) {
      if (run.chars >= MIN_CHARS && chrome.reason(run.container) == null) {
        give(run);
      }
    }
    Container best = null;
    double most = 0;
    List<Container> containers = outline.containers();
    for (int i = 0; i < points.length; i++) {
      if (candidate[i]) {
        points[i] *= 1 - containers.get(i).linkDensity();
        if (points[i] > most) {
          most = points[i];
          best = containers.get(i);
        }
      }
    }
    return best;
  }

  /**
   * What the page declares to be its main part; if there are several, the one with the most words;
   * or null.
   */
  private @Nullable Container declared() {
    Container most = null;
    for (Container container : outline.containers()) {
      if (container.landmark == Landmark.MAIN
          && container.holdsMain
          && chrome.reason(container) == null
          && (most == null || container.words > most.words)) {
        most = container;
      }
    }
    return most;
  }

  /**
   * Whether a core is the page's only article, which may be much shorter than the text beside it.
   */
  boolean isWhole(Container core) {
    return core == whole;
  }

  /** The main part around a core. */
  Container around(Container core) {
    if (isWhole(core)) {
      return core;
    }
    Container main = core;
    // What the page declares to be its main part is never left out.
    while (outline.root().holdsMain && !main.holdsMain && !main.is(Container.IN_MAIN)) {
      main = main.around();
    }
    int words = prose[main.index];
    Container inner = main;
    for (Container wider = main.parent; wider != null; wider = wider.parent) {
      int more = prose[wider.index];
      if (more > WIDENING * words
          || (wider.landmark == Landmark.MAIN && more > 0)
          || isOneOfPosts(inner)) {
        main = wider;
        words = more;
      }
      inner = wider;
    }
    return main;
  }

  /** Whether a container is a post beside another post; they are then parts of a list. */
  private boolean isOneOfPosts(Container container) {
    if (!isPost(container)) {
      return false;
    }
    List<Container> containers = outline.containers();
    int end = container.around().endIndex;
    for (int i = container.around().index + 1; i < end; i = containers.get(i).endIndex) {
      if (i != container.index && isPost(containers.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a container is an article that begins with a linked heading. */
  private boolean isPost(Container container) {
    return container.landmark == Landmark.ARTICLE
        && container.firstRun < container.endRun
        && outline.runs().get(container.firstRun).isLinkedHeading();
  }

  int prose(Container container) {
    return prose[container.index];
  }

  private void give(TextRun run) {
    Container container = run.block();
    if (container.tag == Tag.ITEM) {
      return;
    }
    double worth = 1 + run.commas + Math.min(run.chars / 100, 3);
    // A paragraph's text counts for the container around it, and so does the text of a box without
    // inner boxes.
    boolean paragraph = container.tag.isParagraph() || container.blockChildren == 0;
    if (paragraph && container.parent != null) {
      container = container.parent;
    }
    for (int level = 0; level < LEVELS && container != null; level++) {
      if (!candidate[container.index]) {
        candidate[container.index] = true;
        points[container.index] = base(container);
      }
      points[container.index] += worth / (level == 0 ? 1 : level == 1 ? 2 : 3 * level);
      container = container.parent;
    }
  }

  private static double base(Container container) {
    double base =
        switch (container.tag) {
          case DIV, ARTICLE, MAIN, SECTION -> 5;
          case PREFORMATTED, CELL, QUOTE -> 3;
          case ADDRESS, LIST, DEFINITIONS, DEFINITION, ITEM, FORM -> -3;
          case HEADER_CELL -> -5;
          default -> container.tag.headingLevel() > 0 ? -5 : 0;
        };
    if (Hint.CONTENT.in(container.hints)) {
      base += HINT_POINTS;
    }
    if ((container.hints & (Hint.CHROME | Hint.bits(Hint.MEDIA))) != 0) {
      base -= HINT_POINTS;
    }
    return base;
  }
}
