package dev.crawlsieve.index;

/** One table in memory, in segments that grow each by itself. */
final class Buckets {

  // The top bits of a key choose the segment; keys are well mixed, so segments fill alike.

  private final int segmentBits;
  private final BucketSegment[] segments;
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
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new BucketSegment(segmentBits);
      bytes += segments[i].bytes();
    }
    spikeBytes = segments[0].spikeBytes();
  }

  /** Adds a leader to a bucket; locals ascend. */
  void add(long key, int local, LongPages payloads) {
    BucketSegment segment = segment(key);
    long before = segment.bytes();
    segment.add(key, local, payloads);
    long after = segment.bytes();
    if (after != before) {
      bytes += after - before;
      spikeBytes = Math.max(spikeBytes, segment.spikeBytes());
    }
  }

  /** Adds the candidates of a bucket; returns how many entries it has. */
  int scan(long key, Probe probe) {
    return segment(key).scan(key, probe);
  }

  /** 0 if the bucket is empty. */
  long first(long key) {
    return segment(key).first(key);
  }

  /** Number of segments; their keys ascend from one to the next. */
  int segments() {
    return segments.length;
  }

  /** The keys of a segment in unsigned order. */
  long[] sortedKeys(int segment) {
    return segments[segment].sortedKeys();
  }

  /** Local numbers of the leaders in a bucket, ascending. */
  int[] locals(long key) {
    return segment(key).locals(key);
  }

  /** Heap bytes. */
  long bytes() {
    return bytes;
  }

  /** Most heap bytes that the next leader, or a merge, takes beside {@link #bytes} for a moment. */
  long spikeBytes() {
    return spikeBytes;
  }

  private BucketSegment segment(long key) {
    // two shifts: a shift by 64 would be a shift by 0
    return segments[(int) (key >>> 1 >>> (63 - segmentBits))];
  }
}
