package dev.crawlsieve.measure.eval.report;

import static dev.crawlsieve.measure.report.Figures.count;

import dev.crawlsieve.measure.diff.TextDiff;
import dev.crawlsieve.measure.diff.TextDiff.Change;
import dev.crawlsieve.measure.diff.TextDiff.Op;
import dev.crawlsieve.measure.diff.TextDiff.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of two texts around their differences, side by side, for {@code pair.mustache}.
 *
 * @param summary how much they have in common
 * @param changes places where they differ, not necessarily all
 * @param more omitted changes, in words; empty if there are none
 */
public record PairDiff(String summary, List<Place> changes, String more) {

  public PairDiff {
    changes = List.copyOf(changes);
  }

  /** A place where texts differ, by the lines where it starts: the original and the page. */
  public record Place(int lineA, List<Run> original, int lineB, List<Run> page) {}

  /**
   * How much of a pair is shown.
   *
   * @param changes the most places
   * @param characters the most of both texts
   * @param run the most characters of words that go or come together
   */
  public record Room(int changes, int characters, int run) {

    /** For an example among many. */
    public static final Room EXAMPLE = new Room(12, 1500, 300);
  }

  /** Words shown on either side of a change. */
  private static final int CONTEXT = 8;

  /** Fewest characters that are worth another piece of text. */
  private static final int LEAST_PIECE = 20;

  /** The differences, within bounds for any two texts. */
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

  /** Takes as much as there is room for. */
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
            room -= words.length(); // they are shown twice
            left.add(new Run(Op.SAME, words));
            right.add(new Run(Op.SAME, words));
          }
          case REMOVED -> left.add(new Run(Op.REMOVED, cut(run.words())));
          case ADDED -> right.add(new Run(Op.ADDED, cut(run.words())));
        }
      }
      return new Place(change.lineA(), left, change.lineB(), right);
    }

    /** As much of some words as there is room for. */
    private String cut(String words) {
      int most = Math.min(mostOfRun, Math.max(0, room));
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
