package dev.crawlsieve.core.index.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The records of consecutive leaders in one array, in the format of a RocksDB write batch. */
final class LeaderPage {

  // RocksDB's format of a write batch (write_batch.cc), unchanged since it has column families:
  //
  // 0 i64 sequence number (0)   8 i32 records   both little-endian; then for each record
  //   u8 tag 5, a value in a column family   varint its number   varint 8, the key's length
  //   8 key, the ordinal, big-endian   varint the value's length   the value
  //
  // So a page is written to RocksDB in one call rather than one per record.

  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int AT_COUNT = Long.BYTES;
  private static final int HEADER = AT_COUNT + Integer.BYTES;
  private static final byte VALUE_IN_FAMILY = 5;
  private static final int LONGEST_VARINT = 5;
  private static final int MOST_BESIDE_VALUE = 2 + 2 * LONGEST_VARINT + Long.BYTES;
  private static final int FIRST_PLACES = 64;

  private final int family;
  private final long first;
  private final byte[] bytes;
  private int[] places;
  private int count;
  private int end = HEADER;

  /**
   * An empty page.
   *
   * @param family number of the leaders' column family
   * @param first ordinal of the first leader that will be added
   * @param size bytes, at least {@link #sizeFor} the first one
   */
  LeaderPage(int family, long first, int size) {
    this(family, first, new byte[size], new int[FIRST_PLACES]);
  }

  private LeaderPage(int family, long first, byte[] bytes, int[] places) {
    this.family = family;
    this.first = first;
    this.bytes = bytes;
    this.places = places;
  }

  /** An empty page in this one's memory; this one must not be used any more. */
  LeaderPage reuse(long next) {
    return new LeaderPage(family, next, bytes, places);
  }

  /** The size of a page with room for this record, in bytes. */
  static int sizeFor(byte[] stored) {
    return Math.addExact(HEADER + MOST_BESIDE_VALUE, stored.length);
  }

  /** Whether another record fits. */
  boolean hasRoom(byte[] stored) {
    return bytes.length - end >= MOST_BESIDE_VALUE + stored.length;
  }

  /** Adds the record of the leader with the ordinal {@link #next}. */
  void add(byte[] stored) {
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
    }
    places[count] = end;
    bytes[end++] = VALUE_IN_FAMILY;
    putVarint(family);
    putVarint(Long.BYTES);
    BIG.set(bytes, end, first + count);
    end += Long.BYTES;
    putVarint(stored.length);
    System.arraycopy(stored, 0, bytes, end, stored.length);
    end += stored.length;
    count++;
  }

  private void putVarint(int value) {
    int left = value;
    for (; left >= 0x80; left >>>= 7) {
      bytes[end++] = (byte) (left | 0x80);
    }
    bytes[end++] = (byte) left;
  }

  /** The record of a leader of this page. */
  byte[] get(long ordinal) {
    int i = (int) (ordinal - first);
    int at = places[i] + 1;
    while (bytes[at] < 0) {
      at++; // the column family's number
    }
    at += 2 + Long.BYTES;
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      length |= (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    return Arrays.copyOfRange(bytes, at, at + length);
  }

  /** A write batch of all leaders from an ordinal on. */
  byte[] batch(long from) {
    int skipped = (int) (from - first);
    byte[] batch = Arrays.copyOfRange(bytes, places[skipped] - HEADER, end);
    Arrays.fill(batch, 0, HEADER, (byte) 0);
    LITTLE.set(batch, AT_COUNT, count - skipped);
    return batch;
  }

  /** Ordinal of the first leader. */
  long first() {
    return first;
  }

  /** One more than the last ordinal. */
  long next() {
    return first + count;
  }

  /** Heap bytes. */
  long heapBytes() {
    return bytes.length + (long) Integer.BYTES * places.length;
  }
}
