package dev.crawlsieve.core.index.store;

/** One table in memory, in segments that grow each by itself. */
final class Buckets {

  // The top bits of a key choose the segment; keys are well mixed, so segments fill alike.

  private final int segmentBits;
  private final BucketSegment[] segments;
  private final int[] entries;
  private long bytes;
  private long spikeBytes;

  /**
   * An empty table.
   *
   * @param segmentBits 2^segmentBits segments
   */
  Buckets(int segmentBits) {
    this.segmentBits = segmentBits;
    segments = new BucketSegment[1 << segmentBits];
    entries = new int[1 << segmentBits];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new BucketSegment(segmentBits);
      bytes += segments[i].bytes();
    }
    spikeBytes = segments[0].spikeBytes();
  }

  /** Adds a leader to a bucket; locals ascend. */
  void add(int key, int local, Payloads payloads) {
    int at = segment(key);
    BucketSegment segment = segments[at];
    entries[at]++;
    long before = segment.bytes();
    segment.add(key, local, payloads);
    long after = segment.bytes();
    if (after != before) {
      bytes += after - before;
      spikeBytes = Math.max(spikeBytes, segment.spikeBytes());
    }
  }

  /** Reads the first slot where a key may stand; the value means nothing. */
  int touch(int key) {
    return segments[segment(key)].touch(key);
  }

  /** Where a key's bucket is: 0 if it is empty. Holds until a leader is added. */
  long slot(int key) {
    return segments[segment(key)].slot(key);
  }

  /** Reads the start of the bucket of a slot; the value means nothing. */
  int touch(int key, long slot) {
    return segments[segment(key)].touch(slot);
  }

  /** Adds the candidates of the bucket of a slot, not 0; returns how many entries count. */
  int scan(int key, long slot, Probe probe) {
    return segments[segment(key)].scan(slot, probe);
  }

  /** Reads the rest of that bucket; the value means nothing. */
  int touchRest(int key, long slot) {
    return segments[segment(key)].touchRest(slot);
  }

  /** Number of segments; their keys ascend from one to the next. */
  int segments() {
    return segments.length;
  }

  /** The entries of a segment, see {@link BucketSegment#sortedEntries}. */
  long[] sortedEntries(int segment) {
    return segments[segment].sortedEntries(entries[segment]);
  }

  /** Number of entries. */
  long entries() {
    long sum = 0;
    for (int count : entries) {
      sum += count;
    }
    return sum;
  }

  /** Heap bytes. */
  long bytes() {
    return bytes;
  }

  /** Most heap bytes that the next leader, or a merge, takes beside {@link #bytes} for a moment. */
  long spikeBytes() {
    return spikeBytes;
  }

  private int segment(int key) {
    // two shifts: a shift by 32 would be a shift by 0
    return key >>> 1 >>> (31 - segmentBits);
  }
}
