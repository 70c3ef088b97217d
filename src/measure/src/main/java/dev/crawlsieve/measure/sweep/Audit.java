package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides a lane again and compares each verdict with the published one. Three fields are not
 * compared: the table that found a match and the number of candidates depend on the layout of the
 * index, and the replaced page depends on more than fingerprints.
 *
 * <p>All published verdicts must be passed in first, then the pages in order. Not thread-safe.
 */
public final class Audit {

  // Only a digest and the position of each published verdict are kept.

  /** Maximum number of differences that are kept to be shown; all are counted. */
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
    /** The verdict differs from the expected one. */
    DIFFERENT,
    /** There is no verdict, although later pages of the lane have one. */
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
   * @param out position of the verdict on its topic; null if there is none
   * @param expected the expected verdict; null if there should be none
   */
  public record Difference(
      Fault fault, Coordinates place, @Nullable Coordinates out, @Nullable Verdict expected) {}

  private final LaneRange range;
  private final TableIndex index;
  private final Lane lane;
  private final LaneRows rows;
  private final List<Difference> shown = new ArrayList<>();
  private long lastOut = -1;
  private long decided;
  private long equal;
  private long undecided;
  private long differences;

  /**
   * An audit of one lane.
   *
   * @param detector the detector settings with which the verdicts were made
   * @param rule the rule with which they were made
   * @param settings hash of all settings with which they were made
   * @param room stores pages and verdicts
   */
  public Audit(
      LaneRange range,
      DetectorSettings detector,
      RuleSettings rule,
      int settings,
      ReplayRoom room) {
    this.range = range;
    index = room.index(Detector.of(detector), rule, range);
    lane = new Lane(range.lane(), index, new Verdict.Basis(detector.name(), settings));
    rows = room.rows(range, ROW);
  }

  /**
   * Adds a published verdict. A verdict on a page after the end of the range is ignored.
   *
   * @param out the verdict's position on its topic
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

  /** Decides on the next pages of the lane, and compares the verdicts. */
  public void pages(List<ComparedPage> pages) {
    ReplayRoom.expect(index, pages);
    for (ComparedPage page : pages) {
      Optional<Forgetting> asked = Forgetting.of(page);
      asked.ifPresent(lane::forget);
      if (asked.isEmpty()) {
        decided++;
        compare(lane.decide(page));
      }
    }
  }

  /** Number of pages decided on. */
  public long decided() {
    return decided;
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

  /** Must be called after the last page; reports the verdicts that have no page. */
  public void end() {
    for (long at = 0; at < range.records(); at++) {
      if (rows.get(at, STATE) == OUT) {
        Coordinates place = new Coordinates(range.lane(), range.first() + at);
        add(new Difference(Fault.UNFOUNDED, place, out(at), null));
      }
    }
  }

  /** The position of the verdict on the page at a lane offset. */
  private Coordinates out(long at) {
    return new Coordinates((int) rows.get(at, PARTITION), rows.get(at, OFFSET));
  }

  private void add(Difference difference) {
    differences++;
    if (shown.size() < SHOWN) {
      shown.add(difference);
    }
  }

  /**
   * The digest of a verdict. It may be weak: no attacker writes verdicts, and a wrong one would
   * have to match by chance.
   */
  private static long digest(Verdict verdict) {
    String all = verdict.withoutSearch().replacing(null).toString();
    long hash = all.length();
    for (int i = 0; i < all.length(); i++) {
      hash = (hash ^ all.charAt(i)) * 0x100000001b3L;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  /** Number of verdicts that are as expected. */
  public long equal() {
    return equal;
  }

  /** Number of pages at the end of the lane that have no verdict yet. */
  public long undecided() {
    return undecided;
  }

  /** Number of differences, including those that are not shown. */
  public long differences() {
    return differences;
  }

  /** The first differences. */
  public List<Difference> shown() {
    return List.copyOf(shown);
  }
}
