package dev.crawlsieve.stream.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.work.SieveException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The positions of verdicts on their topic, by URL and by the kept page that they are about; or of
 * pages that were not judged, by URL. A RocksDB database that is derived from the topic and may be
 * deleted at any time.
 *
 * <p>Native memory: at most 8 MiB of cached blocks and 2 × 4 MiB of write buffers, and a few MiB
 * while a compaction runs. Thread-safe, with one writer.
 */
final class VerdictPlaces implements AutoCloseable {

  // A key is a tag, eight bytes of what is looked up, the page's time, and the verdict's position;
  // everything is in the key, values are empty. Times are stored so that the newest comes first. A
  // position is partition and offset in one long.
  //
  //   u: hash of the normalised URL -> every verdict on it
  //   c: position of a kept page    -> every verdict that a page copies it
  //   k: position of a kept page    -> the verdict that it is kept
  //   p: partition (as int)         -> the position on the topic, written with what was read
  //   i                             -> the topic that all this is derived from
  //
  // No write-ahead log: positions and entries go into one batch and one memtable, so after a crash
  // both are in the same earlier state.

  private static final byte URL = 'u';
  private static final byte COPY = 'c';
  private static final byte KEPT = 'k';
  private static final byte POSITION = 'p';
  private static final byte[] IDENTITY = {'i'};
  private static final int KEY_BYTES = 25;
  private static final int PREFIX_BYTES = 9;
  private static final int OFFSET_BITS = 48;
  private static final byte[] NOTHING = {};

  private final Path folder;
  private final Deque<AutoCloseable> natives = new ArrayDeque<>();
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final WriteOptions noWal;
  private final RocksDB db;
  private boolean closed;
  private byte[] swept;

  /**
   * The searchable part of a verdict.
   *
   * @param url hash of the page's normalised URL
   * @param page position of the page if it was kept, or of the page that it copies
   * @param kept whether the page was kept
   * @param millis time of the page
   * @param at position of the verdict on its topic
   */
  record Entry(long url, Coordinates page, boolean kept, long millis, Coordinates at) {}

  /**
   * The verdicts that declare pages to be copies of a page.
   *
   * @param newest positions of the newest
   * @param count how many were counted
   * @param more whether counting stopped at its limit and there are more
   */
  record Copies(List<Coordinates> newest, int count, boolean more) {}

  private VerdictPlaces(Path folder) throws RocksDBException, IOException {
    RocksDB.loadLibrary();
    this.folder = folder;
    Files.createDirectories(folder);
    try {
      noWal = own(new WriteOptions().setDisableWAL(true));
      BlockBasedTableConfig blocks =
          new BlockBasedTableConfig()
              .setBlockCache(own(new LRUCache(8L << 20)))
              .setCacheIndexAndFilterBlocks(true)
              .setPinL0FilterAndIndexBlocksInCache(true)
              .setFormatVersion(5);
      Options options =
          own(new Options())
              .setCreateIfMissing(true)
              .setTableFormatConfig(blocks)
              .setWriteBufferSize(4L << 20)
              .setMaxWriteBufferNumber(2)
              .setCompressionType(CompressionType.LZ4_COMPRESSION)
              .setMaxBackgroundJobs(1)
              .setMaxOpenFiles(64)
              .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
              .setKeepLogFileNum(2);
      db = own(RocksDB.open(options, folder.toString()));
    } catch (RocksDBException | RuntimeException e) {
      free();
      throw e;
    }
  }

  /**
   * Opens the database in a folder; one derived from another topic is deleted first.
   *
   * @param identity names the topic and everything else that entries depend on
   * @throws SieveException if the files cannot be read
   */
  static VerdictPlaces open(Path folder, String identity) {
    VerdictPlaces places = null;
    try {
      places = new VerdictPlaces(folder);
      byte[] stored = places.db.get(IDENTITY);
      if (stored != null && !new String(stored, UTF_8).equals(identity)) {
        places.clear();
      }
      places.db.put(places.noWal, IDENTITY, identity.getBytes(UTF_8));
      return places;
    } catch (RocksDBException | IOException e) {
      if (places != null) {
        places.free();
      }
      throw new SieveException(
          ("the list of verdicts in %s cannot be opened (%s); you can delete the folder,"
                  + " and it will be rebuilt")
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private void clear() throws RocksDBException {
    db.deleteRange(noWal, new byte[] {0}, new byte[] {(byte) 0xff});
    db.compactRange();
  }

  private <T extends AutoCloseable> T own(T made) {
    natives.push(made);
    return made;
  }

  /** The next offset to read, by partition. */
  Map<Integer, Long> positions() {
    return whileOpen(
        () -> {
          Map<Integer, Long> positions = new TreeMap<>();
          byte[] from = {POSITION};
          byte[] to = {POSITION + 1};
          try (Range range = new Range(from, to)) {
            for (byte[] key = range.key(); key != null; key = range.next()) {
              positions.put(
                  ByteBuffer.wrap(key).getInt(1), ByteBuffer.wrap(range.it.value()).getLong());
            }
          }
          return positions;
        });
  }

  /** Writes entries and the positions read up to, atomically. */
  void write(List<Entry> entries, Map<Integer, Long> positions) {
    whileOpen(
        () -> {
          try (WriteBatch batch = new WriteBatch()) {
            for (Entry entry : entries) {
              batch.put(key(URL, entry.url(), entry.millis(), entry.at()), NOTHING);
              byte tag = entry.kept() ? KEPT : COPY;
              batch.put(key(tag, packed(entry.page()), entry.millis(), entry.at()), NOTHING);
            }
            for (Map.Entry<Integer, Long> position : positions.entrySet()) {
              batch.put(
                  ByteBuffer.allocate(5).put(POSITION).putInt(position.getKey()).array(),
                  ByteBuffer.allocate(8).putLong(position.getValue()).array());
            }
            db.write(noWal, batch);
            return null;
          }
        });
  }

  private static byte[] key(byte tag, long what, long millis, Coordinates at) {
    return ByteBuffer.allocate(KEY_BYTES)
        .put(tag)
        .putLong(what)
        .putLong(~Math.max(0, millis))
        .putLong(packed(at))
        .array();
  }

  private static long packed(Coordinates at) {
    return (long) at.partition() << OFFSET_BITS | at.offset();
  }

  private static Coordinates place(byte[] key) {
    long packed = ByteBuffer.wrap(key).getLong(KEY_BYTES - 8);
    return new Coordinates((int) (packed >>> OFFSET_BITS), packed & ((1L << OFFSET_BITS) - 1));
  }

  /** Positions of the verdicts on a URL, those on the newest pages first. */
  List<Coordinates> ofUrl(long url, int most) {
    return scan(URL, url, most, most).newest();
  }

  /** Position of the verdict that keeps a page, or none. */
  List<Coordinates> ofKept(Coordinates page) {
    return scan(KEPT, packed(page), 1, 1).newest();
  }

  /**
   * Verdicts that declare pages to be copies of this one.
   *
   * @param most how many positions to return at most
   * @param counted how many to count at most
   */
  Copies copiesOf(Coordinates page, int most, int counted) {
    return scan(COPY, packed(page), most, counted);
  }

  private Copies scan(byte tag, long what, int most, int counted) {
    return whileOpen(
        () -> {
          List<Coordinates> newest = new ArrayList<>();
          byte[] from = ByteBuffer.allocate(PREFIX_BYTES).put(tag).putLong(what).array();
          byte[] to = ByteBuffer.allocate(KEY_BYTES).put(tag).putLong(what).array();
          Arrays.fill(to, PREFIX_BYTES, KEY_BYTES, (byte) 0xff);
          int count = 0;
          try (Range range = new Range(from, to)) {
            byte[] key = range.key();
            for (; key != null && count < counted; key = range.next()) {
              if (newest.size() < most) {
                newest.add(place(key));
              }
              count++;
            }
            return new Copies(newest, count, key != null);
          }
        });
  }

  /**
   * Checks some entries, continuing where the last call stopped, and removes those whose verdicts
   * retention has removed.
   *
   * @param starts first remaining offset, by partition
   * @param atMost how many entries to check
   * @return whether the end was reached; the next call then starts over
   */
  boolean sweep(Map<Integer, Long> starts, int atMost) {
    return whileOpen(
        () -> {
          byte[] from = swept == null ? new byte[] {COPY} : swept;
          try (Range range = new Range(from, new byte[] {URL + 1});
              WriteBatch batch = new WriteBatch()) {
            byte[] key = range.key();
            for (int looked = 0; key != null && looked < atMost; key = range.next()) {
              if (key.length == KEY_BYTES) {
                Coordinates at = place(key);
                if (at.offset() < starts.getOrDefault(at.partition(), 0L)) {
                  batch.delete(key);
                }
              }
              looked++;
            }
            db.write(noWal, batch);
            swept = key;
            return key == null;
          }
        });
  }

  /** Bytes of the files and of what has not been written to files yet. */
  long bytes() {
    return whileOpen(
        () ->
            db.getLongProperty("rocksdb.total-sst-files-size")
                + db.getLongProperty("rocksdb.cur-size-all-mem-tables"));
  }

  /** Runs work under the lock that keeps it off freed native memory. */
  private <T> T whileOpen(Work<T> work) {
    lock.readLock().lock();
    try {
      if (closed) {
        throw new SieveException("the list of verdicts in " + folder + " is closed");
      }
      return work.result();
    } catch (RocksDBException e) {
      throw new SieveException(
          "the list of verdicts in " + folder + " failed: " + e.getMessage(), e);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** What is done with the database. */
  private interface Work<T> {
    T result() throws RocksDBException;
  }

  /** An iterator over the keys from one, inclusive, to another, exclusive. */
  private final class Range implements AutoCloseable {

    private final Slice end;
    private final ReadOptions options;
    private final RocksIterator it;

    Range(byte[] from, byte[] to) {
      end = new Slice(to);
      options = new ReadOptions().setIterateUpperBound(end);
      it = db.newIterator(options);
      it.seek(from);
    }

    /** The current key, null at the end. */
    byte[] key() throws RocksDBException {
      if (it.isValid()) {
        return it.key();
      }
      it.status();
      return null;
    }

    byte[] next() throws RocksDBException {
      it.next();
      return key();
    }

    @Override
    public void close() {
      it.close();
      options.close();
      end.close();
    }
  }

  /** Makes everything durable and frees it. Idempotent. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        free(); // closing a RocksDB database without a log writes what is in memory
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void free() {
    for (AutoCloseable made : natives) {
      try {
        made.close();
      } catch (Exception e) {
        throw new SieveException("the list of verdicts in " + folder + " did not close", e);
      }
    }
    natives.clear();
  }
}
