package dev.crawlsieve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * Goes through all buckets of one table on disk beside a merge, and writes those anew that the
 * merge does not touch and that hold entries of expired leaders.
 */
final class BaseSweep implements AutoCloseable {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final RocksFolder files;
  private final TableFiles out;
  private final BucketTrim trim;
  private final IntConsumer kept;
  private final Slice end;
  private final ReadOptions options = new ReadOptions();
  private final RocksIterator buckets;

  /**
   * A sweep that has not begun.
   *
   * @param from the table's lowest possible key
   * @param to the key after its highest possible one
   * @param trim what of a bucket counts
   * @param kept told the key of each bucket that stays, as it was or trimmed
   */
  BaseSweep(
      RocksFolder files,
      TableFiles out,
      byte[] from,
      byte[] to,
      BucketTrim trim,
      IntConsumer kept) {
    this.files = files;
    this.out = out;
    this.trim = trim;
    this.kept = kept;
    end = new Slice(to);
    options.setIterateUpperBound(end).setReadaheadSize(1 << 20).setFillCache(false);
    buckets = files.db().newIterator(files.tables(), options);
    buckets.seek(from);
  }

  /** Goes on to a key that the merge writes itself, and past it. */
  void before(byte[] key) {
    while (buckets.isValid()) {
      byte[] at = buckets.key();
      int order = Arrays.compareUnsigned(at, key);
      if (order > 0) {
        return;
      }
      if (order < 0) {
        sweep(at);
      }
      buckets.next();
    }
  }

  /** Goes on to the table's end. */
  void finish() {
    for (; buckets.isValid(); buckets.next()) {
      sweep(buckets.key());
    }
    try {
      buckets.status(); // an unreadable file looks like an empty one
    } catch (RocksDBException e) {
      throw files.failed("read the tables", e);
    }
  }

  private void sweep(byte[] key) {
    byte[] bucket = buckets.value();
    int from = trim.from(bucket);
    int to = trim.to(bucket);
    if (from >= to) {
      out.delete(key);
      return;
    }
    kept.accept((int) INT.get(key, 1));
    if (to - from < bucket.length) {
      out.put(key, Arrays.copyOfRange(bucket, from, to));
    }
  }

  @Override
  public void close() {
    buckets.close();
    options.close();
    end.close();
  }
}
