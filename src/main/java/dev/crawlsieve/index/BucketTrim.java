package dev.crawlsieve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Which entries of a table's buckets on disk count: those of leaders from one ordinal to another.
 *
 * @param entryBytes bytes of an entry, whose last eight are the ordinal
 * @param expired leaders below this ordinal have expired
 * @param next leaders from this ordinal on are not here, whatever the bucket says
 */
record BucketTrim(int entryBytes, long expired, long next) {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private long ordinal(byte[] bucket, int end) {
    return (long) LONG.get(bucket, end - Long.BYTES);
  }

  /** Where the entries that count begin. */
  int from(byte[] bucket) {
    int from = 0;
    while (from < bucket.length && ordinal(bucket, from + entryBytes) < expired) {
      from += entryBytes;
    }
    return from;
  }

  /** Where they end. */
  int to(byte[] bucket) {
    int to = bucket.length;
    while (to > 0 && ordinal(bucket, to) >= next) {
      to -= entryBytes;
    }
    return to;
  }
}
