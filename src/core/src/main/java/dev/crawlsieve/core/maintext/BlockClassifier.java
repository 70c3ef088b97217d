package dev.crawlsieve.core.maintext;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each run of an outline whether it belongs to the page's main part.
 *
 * <p>It tries three selections in turn: the main part that {@link MainFinder} finds, if it has
 * enough words; the page without its chrome, which suits lists and pages with little text; and all
 * visible text. Time and memory are linear in the number of runs and containers.
 */
final class BlockClassifier {

  /** A main part with at least this many words is trusted. */
  private static final int TRUSTED_WORDS = 60;

  /** The same for a part that the page itself declares to be its main part. */
  private static final int TRUSTED_WORDS_NAMED = 15;

  /**
   * A main part with at least this share of the page's words, not counting chrome, is trusted,
   * however few they are.
   */
  private static final double TRUSTED_SHARE = 0.6;

  /** A main part with a smaller share of the words is kept only if the page declares it. */
  private static final double LEAST_SHARE = 0.1;

  private static final int LEAST_WORDS = 5;

  private final Outline outline;
  private final List<TextRun> runs;
  private final Boxes chrome;

  /** Whether the main part is the only article of the page. */
  private boolean onlyArticle;

  /** Whether the page's content is its lists of links. */
  private boolean menus;

  private BlockClassifier(Outline outline) {
    this.outline = outline;
    this.runs = outline.runs();
    markMain(outline);
    this.chrome = new ChromeRules(outline).apply();
  }

  /** Marks, once each, the containers around what the page declares to be its main part. */
  private static void markMain(Outline outline) {
    for (Container container : outline.containers()) {
      if (container.landmark == Landmark.MAIN && container.words > 0) {
        for (Container around = container; around != null && !around.holdsMain; ) {
          around.holdsMain = true;
          around = around.parent;
        }
      }
    }
  }

  static Classification classify(Outline outline) {
    return MailRules.apart(outline, new BlockClassifier(outline).decide());
  }

  /** Keeps everything except hidden content. */
  static Classification visible(Outline outline) {
    return new BlockClassifier(outline).visible();
  }

  private Classification decide() {
    Classification main = mainPart();
    int mainWords = main == null ? 0 : words(main);
    if (main != null && isTrusted(main, mainWords)) {
      return main;
    }
    Classification page = withoutChrome();
    int pageWords = words(page);
    if (main != null && mainWords > TRUSTED_SHARE * pageWords) {
      page = main;
      pageWords = mainWords;
    }
    Classification visible = visible();
    int visibleWords = words(visible);
    boolean enough = pageWords >= LEAST_WORDS && pageWords >= LEAST_SHARE * visibleWords;
    boolean whole = pageWords > 0 && pageWords == visibleWords;
    return enough || whole ? page : visible;
  }

  private boolean isTrusted(Classification main, int words) {
    boolean named = isNamed(main);
    if (words < (named ? TRUSTED_WORDS_NAMED : TRUSTED_WORDS)) {
      return false;
    }
    // On a page of links, the longest paragraphs may be a notice.
    int others = 0;
    for (TextRun run : runs) {
      Reason reason = chrome.reason(run.container);
      others += reason == null || (!named && reason == Reason.LINKS) ? run.words : 0;
    }
    if (!onlyArticle && words < LEAST_SHARE * others) {
      menus = !named;
      return false;
    }
    return named || words >= LEAST_SHARE * outline.root().words || !Notice.is(text(main));
  }

  private String text(Classification main) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < runs.size(); i++) {
      text.append(main.reasons()[i].keeps() ? outline.text(runs.get(i)) + "\n" : "");
    }
    return text.toString();
  }

  private @Nullable Classification mainPart() {
    MainFinder finder = new MainFinder(outline, chrome);
    Container core = finder.core();
    if (core == null) {
      return null;
    }
    onlyArticle = finder.isWhole(core);
    Container main = finder.around(core);
    BoxRules rules = new BoxRules(outline, chrome, main, core, finder.prose(core));
    Boxes boxes = rules.apply();
    Classification result = undecided();
    Reason[] reasons = result.reasons();
    for (int i = 0; i < reasons.length; i++) {
      TextRun run = runs.get(i);
      if (decideBy(chrome, run, i, result) && !rules.keepsMenu(run.container, reasons[i])) {
        continue;
      }
      if (i < main.firstRun || i >= main.endRun) {
        reasons[i] = Reason.OUTSIDE;
        result.causes()[i] = main;
      } else if (!decideBy(boxes, run, i, result)) {
        Reason reason = RunRules.anywhere(run, outline);
        reasons[i] = reason == null ? Reason.IN_MAIN : reason;
        result.causes()[i] = reason == null ? main : null;
      }
    }
    RunRules runRules = new RunRules(outline, reasons);
    if (!rules.isList()) {
      runRules.trim(main);
    }
    runRules.dropOrphans(main);
    runRules.keepFields(main);
    runRules.keepTitle(main, result.causes());
    return result;
  }

  private Classification withoutChrome() {
    Classification page = withoutChrome(menus);
    return menus || words(page) >= TRUSTED_WORDS_NAMED ? page : withoutChrome(true);
  }

  private Classification withoutChrome(boolean menus) {
    Classification result = undecided();
    for (int i = 0; i < result.reasons().length; i++) {
      boolean decided = decideBy(chrome, runs.get(i), i, result);
      if (!decided || (menus && result.reasons()[i] == Reason.LINKS)) {
        Reason reason = RunRules.anywhere(runs.get(i), outline);
        result.reasons()[i] = reason == null ? Reason.WHOLE_PAGE : reason;
        result.causes()[i] = null;
      }
    }
    return result;
  }

  private Classification visible() {
    Classification result = undecided();
    for (int i = 0; i < result.reasons().length; i++) {
      boolean hidden = chrome.reason(runs.get(i).container) == Reason.HIDDEN;
      result.reasons()[i] = hidden ? Reason.HIDDEN : Reason.FALLBACK;
    }
    if (words(result) == 0) {
      Arrays.fill(result.reasons(), Reason.FALLBACK);
    }
    return new Classification(runs, result.reasons(), result.causes(), !runs.isEmpty());
  }

  private Classification undecided() {
    return new Classification(runs, new Reason[runs.size()], new Container[runs.size()], false);
  }

  private static boolean decideBy(Boxes boxes, TextRun run, int at, Classification result) {
    Reason reason = boxes.reason(run.container);
    result.reasons()[at] = reason;
    result.causes()[at] = boxes.cause(run.container);
    return reason != null;
  }

  private static boolean isNamed(Classification main) {
    for (int i = 0; i < main.reasons().length; i++) {
      if (main.reasons()[i] == Reason.IN_MAIN) {
        Container container = main.causes()[i];
        return Hint.CONTENT.in(container.hints)
            || container.landmark == Landmark.MAIN
            || container.landmark == Landmark.ARTICLE;
      }
    }
    return false;
  }

  private int words(Classification classification) {
    int words = 0;
    for (int i = 0; i < runs.size(); i++) {
      words += classification.reasons()[i].keeps() ? runs.get(i).words : 0;
    }
    return words;
  }
}
