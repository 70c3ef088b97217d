package dev.crawlsieve.measure.sweep;

/**
 * The part of a lane that is replayed.
 *
 * @param lane number of the lane
 * @param first offset of the first record
 * @param end offset after the last record
 */
public record LaneRange(int lane, long first, long end) {

  public LaneRange {
    if (first < 0 || end < first) {
      throw new IllegalArgumentException("lane " + lane + " from offset " + first + " to " + end);
    }
  }

  /** Upper bound on the number of records in the range: transaction markers take offsets, too. */
  public long records() {
    return end - first;
  }
}
