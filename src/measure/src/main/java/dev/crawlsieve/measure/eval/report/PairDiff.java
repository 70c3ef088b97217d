package dev.crawlsieve.measure.eval.report;

import static dev.crawlsieve.measure.report.Figures.count;

import dev.crawlsieve.measure.diff.TextDiff;
import dev.crawlsieve.measure.diff.TextDiff.Change;
import dev.crawlsieve.measure.diff.TextDiff.Op;
import dev.crawlsieve.measure.diff.TextDiff.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of two texts around their differences, shown side by side by {@code pair.mustache}.
 *
 * @param summary how much the texts have in common
 * @param changes places where the texts differ, not necessarily all
 * @param more a sentence about omitted changes; empty if there are none
 */
public record PairDiff(String summary, List<Place> changes, String more) {

  public PairDiff {
    changes = List.copyOf(changes);
  }

  /**
   * A place where the texts differ, with the number of its first line in the original and in the
   * page.
   */
  public record Place(int lineA, List<Run> original, int lineB, List<Run> page) {}

  /**
   * Limits on how much of a pair is shown.
   *
   * @param changes maximum number of places
   * @param characters maximum number of characters of both texts together
   * @param run maximum number of characters of a run of removed or added words
   */
  public record Room(int changes, int characters, int run) {

    /** The limits for an example among many. */
    public static final Room EXAMPLE = new Room(12, 1500, 300);
  }

  /** Number of words shown on either side of a change. */
  private static final int CONTEXT = 8;

  /** Minimum number of characters for which another piece of text is shown. */
  private static final int LEAST_PIECE = 20;

  /** The differences between two texts, within the limits. */
  public static PairDiff of(String original, String page, Room room) {
    TextDiff diff = TextDiff.of(original, page);
    if (diff.changes().isEmpty()) {
      String same = "The texts are the same, %s.".formatted(count(diff.linesA(), "line"));
      return new PairDiff(same, List.of(), "");
    }
    String summary =
        "%s in common of %s and %s."
            .formatted(count(diff.common(), "line"), count(diff.linesA()), count(diff.linesB()));
    List<Place> shown = new Excerpt(room).of(diff.changes());
    int more = diff.changes().size() - shown.size();
    return new PairDiff(summary, shown, more > 0 ? count(more, "more change") : "");
  }

  boolean different() {
    return !changes.isEmpty() || !more.isEmpty();
  }

  /** Takes as much text as the limits allow. */
  private static final class Excerpt {

    private final int mostChanges;
    private final int mostOfRun;
    private int room;

    Excerpt(Room room) {
      mostOfRun = room.run();
      mostChanges = room.changes();
      this.room = room.characters();
    }

    List<Place> of(List<Change> changes) {
      List<Place> shown = new ArrayList<>();
      for (Change change : changes) {
        if (shown.size() == mostChanges || room < LEAST_PIECE) {
          break;
        }
        shown.add(place(change));
      }
      return shown;
    }

    private Place place(Change change) {
      List<Run> left = new ArrayList<>();
      List<Run> right = new ArrayList<>();
      for (Run run : change.near(CONTEXT)) {
        if (room < LEAST_PIECE) {
          left.add(new Run(Op.SAME, "…"));
          right.add(new Run(Op.SAME, "…"));
          break;
        }
        switch (run.op()) {
          case SAME -> {
            String words = cut(run.words());
            room -= words.length(); // unchanged words are shown on both sides
            left.add(new Run(Op.SAME, words));
            right.add(new Run(Op.SAME, words));
          }
          case REMOVED -> left.add(new Run(Op.REMOVED, cut(run.words())));
          case ADDED -> right.add(new Run(Op.ADDED, cut(run.words())));
        }
      }
      return new Place(change.lineA(), left, change.lineB(), right);
    }

    /** The beginning of some words, as long as the limits allow. */
    private String cut(String words) {
      int most = Math.min(mostOfRun, Math.max(0, room));
      int length = Math.min(words.length(), most);
      if (length < words.length()
          && length > 0
          && Character.isHighSurrogate(words.charAt(length - 1))) {
        length--;
      }
      // plus the blank after the words
      room -= length + 1;
      return length < words.length() ? words.substring(0, length) + "…" : words;
    }
  }
}
