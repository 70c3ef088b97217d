package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.io.IOException;

/** One table in memory, divided into segments that grow independently. */
final class Buckets {

  // The top bits of a key choose the segment; keys are well mixed, so segments fill evenly.

  /** Arrays grow by at most this part, a quarter, unless memory is ample. */
  static final int GROWTH_PART = 4;

  /** The payloads of the entries, by the leader's local number. */
  interface Payloads {

    long get(int local);

    /** At most 24 bits of a payload, which {@link BucketPool} stores with each entry. */
    default int folded(int local) {
      return BucketPool.fold(get(local));
    }
  }

  private final int segmentBits;
  private final BucketSegment[] segments;
  private long bytes;
  private long spikeBytes;
  private boolean hasLongBucket;

  /**
   * An empty table.
   *
   * @param segmentBits there are 2^segmentBits segments
   * @param compact whether keys are so long that most have one entry
   */
  Buckets(int segmentBits, boolean compact) {
    this.segmentBits = segmentBits;
    segments = new BucketSegment[1 << segmentBits];
    int keyBits = Integer.SIZE - segmentBits;
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new BucketSegment((int) ((long) i << keyBits), keyBits, compact);
      bytes += segments[i].bytes();
    }
    spikeBytes = segments[0].spikeBytes();
  }

  /** The segment that a key belongs to. */
  BucketSegment segment(int key) {
    return segments[Keys.top(key, segmentBits)];
  }

  /**
   * Adds a leader to a bucket, unless it was already read from a file with its segment; local
   * numbers must ascend.
   *
   * @param value the key's value, from {@link BucketSegment#value(int)}
   * @param ample whether memory is ample
   */
  void add(int key, int value, int local, Payloads payloads, boolean ample) {
    BucketSegment segment = segment(key);
    if (local < segment.complete()) {
      return;
    }
    long before = segment.bytes();
    segment.add(key, value, local, payloads, ample);
    long after = segment.bytes();
    if (after != before) {
      bytes += after - before;
      spikeBytes = Math.max(spikeBytes, segment.spikeBytes());
    }
    if (segment.hasLongBucket()) {
      hasLongBucket = true;
    }
  }

  /**
   * Writes a segment.
   *
   * @param leaders the number of leaders whose entries are in the segment
   */
  void write(int segment, ChunkOutput out, int leaders) throws IOException {
    segments[segment].write(out, leaders);
  }

  /**
   * Reads into an empty table that was created with the same parameters as the written one.
   *
   * @return the number of leaders whose entries were all read; some entries of later leaders may
   *     have been read, too
   */
  int read(ChunkInput in) throws IOException {
    if (in.getInt() != segments.length) {
      throw new IOException("a table in other segments");
    }
    bytes = 0;
    int complete = Integer.MAX_VALUE;
    for (BucketSegment segment : segments) {
      segment.read(in);
      complete = Math.min(complete, segment.complete());
      bytes += segment.bytes();
      spikeBytes = Math.max(spikeBytes, segment.spikeBytes());
      hasLongBucket |= segment.hasLongBucket();
    }
    return complete;
  }

  /** Number of segments; their keys ascend from one to the next. */
  int segments() {
    return segments.length;
  }

  /** The entries of a segment, see {@link BucketSegment#sortedEntries}. */
  long[] sortedEntries(int segment) {
    return segments[segment].sortedEntries();
  }

  /** Number of entries. */
  long entries() {
    long sum = 0;
    for (BucketSegment segment : segments) {
      sum += segment.entries();
    }
    return sum;
  }

  /** Whether a key has half the possible number of entries. */
  boolean hasLongBucket() {
    return hasLongBucket;
  }

  /** Heap bytes. */
  long bytes() {
    return bytes;
  }

  /** The most heap bytes that adding the next leader, or a merge, temporarily takes. */
  long spikeBytes() {
    return spikeBytes;
  }
}
