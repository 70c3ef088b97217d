package dev.crawlsieve.core.maintext;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows the blocks of a page, which of them are its main text, and why. */
public final class MainTextExplainer {

  private static final int PATH_LENGTH = 12;

  private MainTextExplainer() {}

  /** {@return what the reasons of blocks mean, in lines of at most 80 characters} */
  public static String reasons() {
    return "Kept:\n" + reasons(true) + "Dropped:\n" + reasons(false);
  }

  private static String reasons(boolean keeps) {
    StringBuilder lines = new StringBuilder();
    for (Reason reason : Reason.values()) {
      if (reason.keeps() == keeps) {
        lines.append(String.format(Locale.ROOT, "  %-17s  %s\n", reason.label(), reason.meaning()));
      }
    }
    return lines.toString();
  }

  /**
   * All blocks of the page that browsers may show, in document order.
   *
   * @param title the page's title, or the empty string
   */
  public static List<Block> explain(Outline outline, String title) {
    Classification classification = BlockClassifier.classify(outline);
    new Listing(outline, classification, true).leaveOutNames(title);
    List<TextRun> runs = classification.runs();
    List<Block> blocks = new ArrayList<>(runs.size());
    for (int i = 0; i < runs.size(); i++) {
      TextRun run = runs.get(i);
      String text = outline.text(run);
      blocks.add(
          new Block(
              i,
              path(run.container),
              text,
              classification.reasons()[i].keeps(),
              reason(classification, i)));
    }
    return blocks;
  }

  /**
   * The rule, with the element that triggered it and, for {@link Reason#LINKS}, its link density.
   */
  private static String reason(Classification classification, int at) {
    String rule = classification.reasons()[at].label();
    Container cause = classification.causes()[at];
    if (cause == null) {
      return rule;
    }
    return classification.reasons()[at] == Reason.LINKS
        ? String.format(Locale.ROOT, "%s %.2f (%s)", rule, cause.linkDensity(), describe(cause))
        : rule + " (" + describe(cause) + ")";
  }

  /** The innermost elements of the path; a path may be too long to show in full. */
  private static String path(Container container) {
    StringBuilder path = new StringBuilder();
    int length = 0;
    for (Container step = container; step.parent != null; step = step.parent) {
      if (length++ == PATH_LENGTH) {
        return "…" + path;
      }
      path.insert(0, "/" + describe(step));
    }
    return path.toString();
  }

  private static String describe(Container container) {
    StringBuilder step = new StringBuilder(container.name);
    if (container.landmark != Landmark.NONE) {
      step.append('[').append(container.landmark.name().toLowerCase(Locale.ROOT)).append(']');
    }
    for (Hint hint : Hint.values()) {
      if (hint.in(container.hints)) {
        step.append('.').append(hint.name().toLowerCase(Locale.ROOT));
      }
    }
    return step.toString();
  }
}
