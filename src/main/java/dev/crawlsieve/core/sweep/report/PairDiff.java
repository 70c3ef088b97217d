package dev.crawlsieve.core.sweep.report;

import dev.crawlsieve.core.diff.TextDiff;
import dev.crawlsieve.core.diff.TextDiff.Change;
import dev.crawlsieve.core.diff.TextDiff.Op;
import dev.crawlsieve.core.diff.TextDiff.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The parts of two texts around their differences, side by side, for {@code pair.mustache}.
 *
 * @param summary how much they have in common
 * @param changes places where they differ, not necessarily all
 * @param more changes that are left out, in words; empty if none is
 */
record PairDiff(String summary, List<Place> changes, String more) {

  /** A place where texts differ, by the lines where it starts: the original and the page. */
  record Place(int lineA, List<Piece> original, int lineB, List<Piece> page) {}

  /** Words that both have, or only one. */
  record Piece(Op op, String words) {

    boolean removed() {
      return op == Op.REMOVED;
    }

    boolean added() {
      return op == Op.ADDED;
    }
  }

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

  static PairDiff of(String original, String page) {
    TextDiff diff = TextDiff.of(original, page);
    if (diff.changes().isEmpty()) {
      String same = "The texts are the same, %s.".formatted(lines(diff.linesA()));
      return new PairDiff(same, List.of(), "");
    }
    String summary =
        "%s in common of %s and %s."
            .formatted(
                lines(diff.common()), Figures.count(diff.linesA()), Figures.count(diff.linesB()));
    List<Place> shown = new Excerpt().of(diff.changes());
    int more = diff.changes().size() - shown.size();
    String left = Figures.count(more) + (more == 1 ? " more change" : " more changes");
    return new PairDiff(summary, shown, more > 0 ? left : "");
  }

  boolean different() {
    return !changes.isEmpty() || !more.isEmpty();
  }

  private static String lines(int lines) {
    return Figures.count(lines) + (lines == 1 ? " line" : " lines");
  }

  /** Takes what there is room for. */
  private static final class Excerpt {

    private int room = MOST_CHARACTERS;

    List<Place> of(List<Change> changes) {
      List<Place> shown = new ArrayList<>();
      for (Change change : changes) {
        if (shown.size() == MOST_CHANGES || room < LEAST_PIECE) {
          break;
        }
        shown.add(place(change));
      }
      return shown;
    }

    private Place place(Change change) {
      List<Piece> left = new ArrayList<>();
      List<Piece> right = new ArrayList<>();
      List<Run> runs = change.runs();
      for (int i = 0; i < runs.size(); i++) {
        if (room < LEAST_PIECE) {
          left.add(new Piece(Op.SAME, "…"));
          right.add(new Piece(Op.SAME, "…"));
          break;
        }
        Run run = runs.get(i);
        switch (run.op()) {
          case SAME -> {
            String words = context(run.words(), i > 0, i + 1 < runs.size());
            left.add(new Piece(Op.SAME, words));
            right.add(new Piece(Op.SAME, words));
          }
          case REMOVED -> left.add(new Piece(Op.REMOVED, cut(run.words())));
          case ADDED -> right.add(new Piece(Op.ADDED, cut(run.words())));
        }
      }
      return new Place(change.lineA(), left, change.lineB(), right);
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
}
