package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides a lane again and compares each verdict with the published one: everything except the
 * table that found a match and the number of candidates, which depend on the index layout, and the
 * page it replaces, which depends on more than fingerprints.
 *
 * <p>All published verdicts must be passed in first, then page after page. Not thread-safe.
 */
public final class Audit {

  // Of a published verdict only a digest and its position are kept.

  /** The most differences to keep for display; all are counted. */
  private static final int SHOWN = 20;

  private static final int NONE = 0;
  private static final int OUT = 1;
  private static final int CHECKED = 2;

  private static final int STATE = 0;
  private static final int PARTITION = 1;
  private static final int OFFSET = 2;
  private static final int DIGEST = 3;
  private static final int ROW = 4;

  /** How a published verdict differs from the expected one. */
  public enum Fault {
    /** The verdict differs. */
    DIFFERENT,
    /** There is no verdict, although later pages of the lane have theirs. */
    MISSING,
    /** There is no page for the verdict. */
    UNFOUNDED,
    /** There is another verdict on the same page. */
    REPEATED,
    /** The verdict is in another partition than its page. */
    MISPLACED
  }

  /**
   * One difference.
   *
   * @param place position of the page's fingerprint in the log
   * @param out position of the verdict on its topic, null if there is none
   * @param expected the verdict that is expected, null if there should be none
   */
  public record Difference(
      Fault fault, Coordinates place, @Nullable Coordinates out, @Nullable Verdict expected) {}

  private final LaneRange range;
  private final TableIndex index;
  private final Lane lane;
  private final LaneRows rows;
  private final List<Difference> shown = new ArrayList<>();
  private long lastOut = -1;
  private long equal;
  private long undecided;
  private long differences;

  /**
   * An audit of one lane.
   *
   * @param detector the settings that the verdicts were made with
   * @param rule the rule that they were made with
   * @param settings hash of all of them
   * @param room keeps pages and verdicts
   */
  public Audit(
      LaneRange range,
      DetectorSettings detector,
      RuleSettings rule,
      int settings,
      ReplayRoom room) {
    this.range = range;
    index = room.index(Detector.of(detector), rule, range, 1);
    lane = new Lane(range.lane(), index, new Verdict.Basis(detector.name(), settings));
    rows = room.rows(range, ROW);
  }

  /**
   * Adds a published verdict; one on a page after the end of the range is ignored.
   *
   * @param out its position on its topic
   */
  public void out(Verdict verdict, Coordinates out) {
    long offset = verdict.laneOffset();
    if (offset >= range.end()) {
      return;
    }
    Coordinates place = new Coordinates(range.lane(), offset);
    if (offset < range.first()) {
      add(new Difference(Fault.UNFOUNDED, place, out, null));
      return;
    }
    long at = offset - range.first();
    if (rows.get(at, STATE) != NONE) {
      add(new Difference(Fault.REPEATED, place, out, null));
      return;
    }
    if (out.partition() != verdict.source().partition()) {
      add(new Difference(Fault.MISPLACED, place, out, null));
    }
    lastOut = Math.max(lastOut, offset);
    rows.put(at, STATE, OUT);
    rows.put(at, PARTITION, out.partition());
    rows.put(at, OFFSET, out.offset());
    rows.put(at, DIGEST, digest(verdict));
  }

  /** Decides on the next pages of the lane, and compares. */
  public void pages(List<LeaderRecord> pages) {
    ReplayRoom.expect(index, pages);
    pages.forEach(page -> compare(lane.decide(page)));
  }

  private void compare(Verdict expected) {
    long offset = expected.laneOffset();
    Coordinates place = new Coordinates(range.lane(), offset);
    long at = offset - range.first();
    if (rows.get(at, STATE) == OUT) {
      rows.put(at, STATE, CHECKED);
      if (rows.get(at, DIGEST) == digest(expected)) {
        equal++;
      } else {
        add(new Difference(Fault.DIFFERENT, place, out(at), expected));
      }
    } else if (offset > lastOut) {
      undecided++;
    } else {
      add(new Difference(Fault.MISSING, place, null, expected));
    }
  }

  /** Called after the last page: reports the verdicts that have no page. */
  public void end() {
    for (long at = 0; at < range.records(); at++) {
      if (rows.get(at, STATE) == OUT) {
        Coordinates place = new Coordinates(range.lane(), range.first() + at);
        add(new Difference(Fault.UNFOUNDED, place, out(at), null));
      }
    }
  }

  /** The position of the verdict on a page. */
  private Coordinates out(long at) {
    return new Coordinates((int) rows.get(at, PARTITION), rows.get(at, OFFSET));
  }

  private void add(Difference difference) {
    differences++;
    if (shown.size() < SHOWN) {
      shown.add(difference);
    }
  }

  /** Weak, since no attacker writes verdicts: a wrong one would have to match by chance. */
  private static long digest(Verdict verdict) {
    String all = verdict.withoutSearch().replacing(null).toString();
    long hash = all.length();
    for (int i = 0; i < all.length(); i++) {
      hash = (hash ^ all.charAt(i)) * 0x100000001b3L;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  /** The number of verdicts that are as expected. */
  public long equal() {
    return equal;
  }

  /** The number of pages at the lane's end that have no verdict yet. */
  public long undecided() {
    return undecided;
  }

  /** The number of differences, including those not shown. */
  public long differences() {
    return differences;
  }

  /** The first differences. */
  public List<Difference> shown() {
    return List.copyOf(shown);
  }
}
