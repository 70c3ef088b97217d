package dev.crawlsieve.measure.sweep;

/**
 * The part of a lane that is replayed.
 *
 * @param lane its number
 * @param first offset of its first record
 * @param end offset after its last record
 */
public record LaneRange(int lane, long first, long end) {

  public LaneRange {
    if (first < 0 || end < first) {
      throw new IllegalArgumentException("lane " + lane + " from offset " + first + " to " + end);
    }
  }

  /** Upper bound of the records in it; transaction markers take offsets, too. */
  public long records() {
    return end - first;
  }
}
