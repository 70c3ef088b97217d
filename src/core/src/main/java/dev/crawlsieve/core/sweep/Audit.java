package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides a lane again and compares each verdict with the published one: everything except the
 * table that found a match and the number of candidates, which depend on the index layout, and the
 * page it replaces, which depends on more than fingerprints.
 *
 * <p>All published verdicts must be passed in first, then page after page. Not thread-safe.
 */
public final class Audit {

  // Of a published verdict only a 64-bit digest and its position are kept.

  /** The most differences to keep for display; all are counted. */
  private static final int SHOWN = 20;

  private static final byte NONE = 0;
  private static final byte OUT = 1;
  private static final byte CHECKED = 2;

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
  public record Difference(Fault fault, Coordinates place, Coordinates out, Verdict expected) {}

  private final LaneRange range;
  private final Decider decider;
  private final byte[] states;
  private final long[] digests;
  private final int[] partitions;
  private final long[] offsets;
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
   */
  public Audit(LaneRange range, DetectorSettings detector, RuleSettings rule, int settings) {
    this.range = range;
    SweepIndex index = new SweepIndex(detector, rule, range.records());
    decider = new Decider(index, detector.name(), settings);
    int records = (int) range.records();
    states = new byte[records];
    digests = new long[records];
    partitions = new int[records];
    offsets = new long[records];
  }

  /** Upper bound of the heap bytes that the audit of a lane needs. */
  public static long bytes(LaneRange range, DetectorSettings detector) {
    return new SweepPlan(List.of(detector), range.records()).bytes()
        + range.records() * (1 + Integer.BYTES + 2 * Long.BYTES);
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
    int at = (int) (offset - range.first());
    if (states[at] != NONE) {
      add(new Difference(Fault.REPEATED, place, out, null));
      return;
    }
    if (out.partition() != verdict.source().partition()) {
      add(new Difference(Fault.MISPLACED, place, out, null));
    }
    lastOut = Math.max(lastOut, offset);
    states[at] = OUT;
    digests[at] = digest(verdict);
    partitions[at] = out.partition();
    offsets[at] = out.offset();
  }

  /** Decides on the next page of the lane and compares. */
  public void page(LeaderRecord page) {
    Verdict expected = decider.decide(range.lane(), page);
    Coordinates place = new Coordinates(range.lane(), page.laneOffset());
    int at = (int) (page.laneOffset() - range.first());
    if (states[at] == OUT) {
      states[at] = CHECKED;
      if (digests[at] == digest(expected)) {
        equal++;
      } else {
        Coordinates out = new Coordinates(partitions[at], offsets[at]);
        add(new Difference(Fault.DIFFERENT, place, out, expected));
      }
    } else if (page.laneOffset() > lastOut) {
      undecided++;
    } else {
      add(new Difference(Fault.MISSING, place, null, expected));
    }
  }

  /** Called after the last page: reports the verdicts that have no page. */
  public void end() {
    for (int at = 0; at < states.length; at++) {
      if (states[at] == OUT) {
        add(
            new Difference(
                Fault.UNFOUNDED,
                new Coordinates(range.lane(), range.first() + at),
                new Coordinates(partitions[at], offsets[at]),
                null));
      }
    }
  }

  private void add(Difference difference) {
    differences++;
    if (shown.size() < SHOWN) {
      shown.add(difference);
    }
  }

  /** Weak, as no author writes verdicts: one that is wrong would have to be so by chance. */
  private static long digest(Verdict verdict) {
    byte[] encoded = VerdictCodec.encode(verdict.withoutSearch().replacing(null));
    long hash = encoded.length;
    for (byte b : encoded) {
      hash = (hash ^ b) * 0x100000001b3L;
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
