package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;

import dev.crawlsieve.core.diff.TextDiff;
import dev.crawlsieve.core.diff.TextDiff.Change;
import dev.crawlsieve.core.diff.TextDiff.Run;
import java.util.Arrays;
import java.util.List;

/**
 * The parts of two texts around their differences, side by side: the original left, the page right.
 */
public final class PairDiff {

  /** Changes shown of a pair. */
  private static final int MOST_CHANGES = 12;

  /** Characters of both texts shown of a pair. */
  private static final int MOST_CHARACTERS = 1500;

  /** Characters shown of words that go or come together. */
  private static final int MOST_OF_RUN = 300;

  /** Words shown on either side of a change. */
  private static final int CONTEXT = 8;

  /** Fewest characters that are worth another piece of text. */
  private static final int LEAST_PIECE = 20;

  private final StringBuilder html = new StringBuilder();
  private int room = MOST_CHARACTERS;

  private PairDiff() {}

  /** The difference as markup. */
  public static String of(String original, String page) {
    TextDiff diff = TextDiff.of(original, page);
    if (diff.changes().isEmpty()) {
      return "<p class=\"soft\">The texts are the same, %s.</p>\n".formatted(lines(diff.linesA()));
    }
    return new PairDiff().of(diff);
  }

  private static String lines(int lines) {
    return Figures.count(lines) + (lines == 1 ? " line" : " lines");
  }

  private String of(TextDiff diff) {
    html.append(
        "<p class=\"soft\">%s in common of %s and %s.</p>\n"
            .formatted(
                lines(diff.common()), Figures.count(diff.linesA()), Figures.count(diff.linesB())));
    html.append("<div class=\"pair\"><div class=\"head\">original</div>");
    html.append("<div class=\"head\">page</div>\n");
    int shown = 0;
    for (Change change : diff.changes()) {
      if (shown == MOST_CHANGES || room < LEAST_PIECE) {
        break;
      }
      show(change);
      shown++;
    }
    html.append("</div>\n");
    int more = diff.changes().size() - shown;
    if (more > 0) {
      html.append("<p class=\"soft\">");
      html.append(Figures.count(more)).append(more == 1 ? " more change" : " more changes");
      html.append(" not shown.</p>\n");
    }
    return html.toString();
  }

  private void show(Change change) {
    StringBuilder left = new StringBuilder();
    StringBuilder right = new StringBuilder();
    List<Run> runs = change.runs();
    for (int i = 0; i < runs.size(); i++) {
      if (room < LEAST_PIECE) {
        left.append('…');
        right.append('…');
        break;
      }
      Run run = runs.get(i);
      switch (run.op()) {
        case SAME -> {
          String words = escaped(context(run.words(), i > 0, i + 1 < runs.size()));
          left.append(words).append(' ');
          right.append(words).append(' ');
        }
        case REMOVED -> left.append("<del>").append(escaped(cut(run.words()))).append("</del> ");
        case ADDED -> right.append("<ins>").append(escaped(cut(run.words()))).append("</ins> ");
      }
    }
    side(change.lineA(), left);
    side(change.lineB(), right);
  }

  private void side(int line, StringBuilder words) {
    html.append("<div><span class=\"soft\">").append(line).append("</span> ");
    html.append(words.toString().strip()).append("</div>\n");
  }

  /** Words that stay, without those that are far from a change. */
  private String context(String words, boolean afterChange, boolean beforeChange) {
    List<String> all = Arrays.asList(words.split(" "));
    int first = afterChange ? CONTEXT : 0;
    int last = beforeChange ? CONTEXT : 0;
    if (all.size() <= first + last + 1) {
      // they are shown twice
      String shown = cut(words);
      room -= shown.length();
      return shown;
    }
    String before = cut(String.join(" ", all.subList(0, first)));
    String after = cut(String.join(" ", all.subList(all.size() - last, all.size())));
    room -= before.length() + after.length();
    return before + (first > 0 ? " " : "") + "…" + (last > 0 ? " " : "") + after;
  }

  /** As much of some words as there is room for. */
  private String cut(String words) {
    int most = Math.min(MOST_OF_RUN, Math.max(0, room));
    int length = Math.min(words.length(), most);
    if (length < words.length()
        && length > 0
        && Character.isHighSurrogate(words.charAt(length - 1))) {
      length--;
    }
    // and the blank after them
    room -= length + 1;
    return length < words.length() ? words.substring(0, length) + "…" : words;
  }
}
