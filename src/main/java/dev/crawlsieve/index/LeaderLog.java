package dev.crawlsieve.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;

/**
 * Every leader's record by ordinal, in RocksDB.
 *
 * <p>Nothing is durable before {@link RocksFolder#flush}, which the owner calls on close and before
 * a merge. The owner sees to it that nobody reads while it appends, writes the tail or begins a
 * range.
 */
final class LeaderLog {

  // Leaders below `first` have been dropped: they are not read any more, and RocksDB is told so now
  // and then, in one range. Of a log that is empty `first` says where it goes on.
  //
  // Appended records wait in a short tail on the heap and go to RocksDB as one batch: a crash loses
  // the memtable anyway, and a batch costs a fraction of single writes. Readers look into the tail
  // first. They go by way of direct buffers, of which JNI makes no copies.
  //
  // Single reads leave no block in the cache: a log is many times as large, so nearly every one
  // would only push another out, and what is asked for often is in the system's cache.

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int TAIL_RECORDS = 256;
  private static final int DROP_RECORDS = 4096;
  private static final String FIRST = "log.first";
  private static final int TAIL_BYTES = 256 << 10;

  private final RocksFolder files;
  private final List<LeaderRecord> tail = new ArrayList<>(TAIL_RECORDS);
  private final ByteBuffer keyOut = ByteBuffer.allocateDirect(8);
  private ByteBuffer valueOut = ByteBuffer.allocateDirect(1024);
  private int tailBytes;
  private long next;
  private long first;
  private long deleted; // below this RocksDB has none
  private long storedFirst;

  LeaderLog(RocksFolder files) {
    this.files = files;
    try (RocksIterator last = files.db().newIterator(files.leaders())) {
      last.seekToLast();
      next = last.isValid() ? (long) LONG.get(last.key(), 0) + 1 : 0;
      last.status();
    } catch (RocksDBException e) {
      throw files.failed("read the last leader", e);
    }
    byte[] stored = files.meta(FIRST);
    storedFirst = stored == null ? 0 : (long) LONG.get(stored, 0);
    first = storedFirst;
    next = Math.max(next, first);
  }

  /** One more than the highest ordinal. */
  long next() {
    return next;
  }

  /** The lowest ordinal that has not been dropped; {@link #next} if there is no leader. */
  long first() {
    return first;
  }

  /** Drops the leaders below an ordinal; if that is beyond the last, the log goes on there. */
  void dropBelow(long ordinal) {
    if (ordinal <= first) {
      return;
    }
    first = ordinal;
    if (ordinal > next) {
      writeTail();
      next = ordinal;
    }
    if (first - deleted >= DROP_RECORDS) {
      delete();
    }
  }

  private void delete() {
    writeTail(); // or dropped leaders in it would come back
    try {
      files.db().deleteRange(files.leaders(), files.noWal(), key(deleted), key(first));
      deleted = first;
    } catch (RocksDBException e) {
      throw files.failed("delete leaders", e);
    }
  }

  /** Adds the leader with the ordinal {@link #next}. */
  void append(LeaderRecord leader) {
    tail.add(leader);
    tailBytes += leader.stored().length;
    next++;
    if (tail.size() >= TAIL_RECORDS || tailBytes >= TAIL_BYTES) {
      writeTail();
    }
  }

  /** The leader with this ordinal, or null. */
  LeaderRecord get(long ordinal) {
    if (ordinal < first) {
      return null;
    }
    long inTail = ordinal - (next - tail.size());
    if (ordinal >= next || inTail >= 0) {
      return ordinal >= next ? null : tail.get((int) inTail);
    }
    try {
      byte[] stored = files.db().get(files.leaders(), files.passing(), key(ordinal));
      return stored == null ? null : LeaderRecord.wrap(stored);
    } catch (RocksDBException e) {
      throw files.failed("read leader " + ordinal, e);
    }
  }

  /** Hands the tail to RocksDB, and where the log begins. */
  void writeTail() {
    if (storedFirst != first) {
      files.putMeta(FIRST, key(first));
      storedFirst = first;
    }
    if (tail.isEmpty()) {
      return;
    }
    try (WriteBatch batch = new WriteBatch(tailBytes + 32 * tail.size() + 64)) {
      long ordinal = next - tail.size();
      for (LeaderRecord leader : tail) {
        batch.put(files.leaders(), keyOut.clear().putLong(ordinal++).flip(), out(leader.stored()));
      }
      files.db().write(files.noWal(), batch);
      tail.clear();
      tailBytes = 0;
    } catch (RocksDBException e) {
      throw files.failed("write leaders", e);
    }
  }

  private ByteBuffer out(byte[] value) {
    if (value.length > valueOut.capacity()) {
      valueOut = ByteBuffer.allocateDirect(2 * value.length);
    }
    return valueOut.clear().put(value).flip();
  }

  /** The leaders from one ordinal to another, both included, as they are now. */
  Range range(long from, long to) {
    writeTail();
    return new Range(Math.max(from, first), to);
  }

  private static byte[] key(long ordinal) {
    byte[] key = new byte[8];
    LONG.set(key, 0, ordinal);
    return key;
  }

  /** Leaders in the order of their ordinals; holds native memory until closed. */
  final class Range implements AutoCloseable {

    private final ReadOptions options = new ReadOptions();
    private final Slice end;
    private final RocksIterator leaders;

    private Range(long from, long to) {
      end = new Slice(key(to == Long.MAX_VALUE ? to : to + 1));
      options.setIterateUpperBound(end).setReadaheadSize(1 << 20);
      leaders = files.db().newIterator(files.leaders(), options);
      leaders.seek(key(from));
    }

    /**
     * The next leader, or null at the end.
     *
     * @throws IndexException if the files cannot be read
     */
    Leader next() {
      if (!leaders.isValid()) {
        try {
          leaders.status(); // an unreadable file looks like an empty one
        } catch (RocksDBException e) {
          throw files.failed("read leaders", e);
        }
        return null;
      }
      Leader leader =
          new Leader((long) LONG.get(leaders.key(), 0), LeaderRecord.wrap(leaders.value()));
      leaders.next();
      return leader;
    }

    @Override
    public void close() {
      leaders.close();
      options.close();
      end.close();
    }
  }
}
