package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.folder.RocksLibrary;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.IndexException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The RocksDB database of one index: three column families (small meta values, the leader log, the
 * base tables) and their options. It owns the native objects, and frees them in order.
 *
 * <p>Native memory: the files' indexes, about two bytes per leader for the log and two for the
 * tables, and write buffers of at most 2 × 16 MiB; more only during a merge or a compaction. Files
 * are memory-mapped, and cached only by the operating system.
 */
final class RocksFolder implements AutoCloseable {

  // There is no write-ahead log: what a crash loses is replayed from the changelog. Flushes are
  // atomic, so the files of meta and of the leader log are always from the same moment, and meta
  // holds what was committed by then (LeaderLog.CommitPoint). Only these two are written through
  // memtables; the files of tables are written separately and ingested.
  //
  // RocksDB never merges the log's files, since none overlaps another until leaders are forgotten
  // (purge). There is one for each full
  // write buffer, about 45,000 leaders, and one for each time that the index was closed. To keep
  // the number of the latter low, the newest files are merged on opening when MOST_SMALL of them
  // are small. All files stay open, regardless of their number, since opening one costs hundreds of
  // reads. Every read needs their indexes, so these stay in memory.
  //
  // There is no block cache. Reads are random, so it would hold only a small part of what is read,
  // and a read of a mapped file costs less than half of one that first copies the block into a
  // cache.

  /** Name of a file that says what was found to be damaged. */
  private static final String DAMAGED = "damaged";

  /**
   * Messages of errors that RocksDB does not report as damage although they are: a file is too
   * short, missing, or empty (and cannot be mapped), or the file that names the others is missing.
   */
  private static final Pattern SIGN_OF_DAMAGE =
      Pattern.compile(
          "larger than file length"
              + "|No such file or directory"
              + "|mmap file for read: .*: Invalid argument"
              + "|create_if_missing is false");

  /** Messages of RocksDB where this process, or another one, has the folder open. */
  private static final Pattern TAKEN =
      Pattern.compile(
          "lock hold by current process|While lock file: .*: Resource temporarily unavailable");

  /**
   * RocksDB's file format: the first version whose checksums cover footers and the places of
   * blocks.
   */
  private static final int FORMAT = 6;

  private static final long WRITE_BUFFER_BYTES = 16L << 20;
  private static final int MOST_SMALL = 8;
  private static final long SMALL_BYTES = WRITE_BUFFER_BYTES / 2;
  private static final Set<Status.Code> BUSY =
      EnumSet.of(Status.Code.Aborted, Status.Code.InvalidArgument);
  private static final byte[] LEADERS = "leaders".getBytes(UTF_8);
  private static final byte[] TABLES = "tables".getBytes(UTF_8);

  private final Path folder;
  private final Deque<AutoCloseable> natives = new ArrayDeque<>();
  private final WriteOptions noWal;
  private final ColumnFamilyOptions tableOptions;
  private final ReadOptions reads;
  private final DiskWaits leaderWaits = new DiskWaits();
  private final DiskWaits groupWaits = new DiskWaits();
  private final RocksDB db;
  private final ColumnFamilyHandle meta;
  private final ColumnFamilyHandle leaders;
  private ColumnFamilyHandle tables;

  /**
   * Opens or creates the files in a folder.
   *
   * @throws DamagedIndexException if the files are damaged, or an earlier reader found them damaged
   * @throws IndexException if the files cannot be read or the folder cannot be created
   */
  RocksFolder(Path folder) {
    RocksLibrary.load();
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      if (Files.exists(folder.resolve(DAMAGED))) {
        throw new DamagedIndexException(
            new String(Files.readAllBytes(folder.resolve(DAMAGED)), UTF_8), null);
      }
      Manifest.check(folder);
      noWal = own(new WriteOptions().setDisableWAL(true));
      reads = own(new ReadOptions());
      BlockBasedTableConfig blocks =
          new BlockBasedTableConfig().setNoBlockCache(true).setFormatVersion(FORMAT);
      ColumnFamilyOptions logOptions =
          own(new ColumnFamilyOptions())
              .setTableFormatConfig(blocks)
              .setWriteBufferSize(WRITE_BUFFER_BYTES)
              .setMaxWriteBufferNumber(2)
              .setCompressionType(CompressionType.NO_COMPRESSION);
      tableOptions =
          own(new ColumnFamilyOptions())
              .setTableFormatConfig(
                  new BlockBasedTableConfig()
                      .setNoBlockCache(true)
                      .setBlockRestartInterval(1) // a block has few values, and they are long
                      .setIndexBlockRestartInterval(16) // smaller indexes, fewer cache misses
                      .setFormatVersion(FORMAT))
              .setDisableAutoCompactions(true) // files never overlap, see RunStore
              .setWriteBufferSize(1 << 20)
              .setCompressionType(CompressionType.NO_COMPRESSION);
      DBOptions options =
          own(new DBOptions())
              .setCreateIfMissing(!hasTables(folder))
              .setCreateMissingColumnFamilies(true)
              .setAtomicFlush(true)
              .setAllowMmapReads(true)
              .setAvoidFlushDuringShutdown(true)
              .setMaxBackgroundJobs(2)
              .setMaxOpenFiles(-1)
              .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
              .setKeepLogFileNum(2);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      db =
          RocksDB.open(
              options,
              folder.toString(),
              List.of(
                  new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, logOptions),
                  new ColumnFamilyDescriptor(LEADERS, logOptions),
                  new ColumnFamilyDescriptor(TABLES, tableOptions)),
              handles);
      own(db);
      meta = own(handles.get(0));
      leaders = own(handles.get(1));
      tables = handles.get(2);
      mergeSmallFiles();
    } catch (RocksDBException | IOException e) {
      close();
      if (TAKEN.matcher(String.valueOf(e.getMessage())).find()) {
        throw new IndexException(
            "the index in " + folder + " is in use: close what has it open, or use another folder",
            e);
      }
      String what = "cannot open the index in " + folder + ": " + e.getMessage();
      throw isDamage(e) ? new DamagedIndexException(what, e) : new IndexException(what, e);
    }
  }

  private static boolean isDamage(Exception e) {
    return e instanceof RocksDBException failure
        && ((failure.getStatus() != null && failure.getStatus().getCode() == Status.Code.Corruption)
            || SIGN_OF_DAMAGE.matcher(String.valueOf(failure.getMessage())).find());
  }

  /** Whether there are files of sorted tables; a new index has none. */
  private static boolean hasTables(Path folder) throws IOException {
    try (DirectoryStream<Path> tables = Files.newDirectoryStream(folder, "*.sst")) {
      return tables.iterator().hasNext();
    }
  }

  /** Merges the newest files of the leader log if many are small. */
  private void mergeSmallFiles() throws RocksDBException {
    List<LiveFileMetaData> files =
        db.getLiveFilesMetaData().stream()
            .filter(file -> Arrays.equals(file.columnFamilyName(), LEADERS))
            .sorted((one, other) -> Arrays.compareUnsigned(other.smallestKey(), one.smallestKey()))
            .takeWhile(file -> file.size() < SMALL_BYTES)
            .toList();
    if (files.size() >= MOST_SMALL) {
      try (CompactionOptions options =
          new CompactionOptions().setCompression(CompressionType.NO_COMPRESSION)) {
        List<String> names = files.stream().map(LiveFileMetaData::fileName).toList();
        int level = files.stream().mapToInt(LiveFileMetaData::level).max().orElseThrow();
        db.compactFiles(options, leaders, names, Math.max(1, level), -1, null);
      } catch (RocksDBException e) {
        if (e.getStatus() == null || !BUSY.contains(e.getStatus().getCode())) {
          throw e;
        }
        // RocksDB itself is merging some of the files, or has just done so: after a crash, new
        // leaders overlap with those that were undone. The next opening merges the rest.
      }
    }
  }

  /** The folder of the files. */
  Path folder() {
    return folder;
  }

  RocksDB db() {
    return db;
  }

  ColumnFamilyHandle leaders() {
    return leaders;
  }

  ColumnFamilyHandle tables() {
    return tables;
  }

  /** The stored record of a leader. */
  byte @Nullable [] leader(byte[] key) throws RocksDBException {
    long begun = leaderWaits.begin();
    byte[] stored = db.get(leaders, reads, key);
    leaderWaits.end(begun);
    return stored;
  }

  /**
   * Reads a group of entries.
   *
   * @return the size of the group in bytes, which is larger than the buffer if the group does not
   *     fit; or {@link RocksDB#NOT_FOUND}
   */
  int group(ByteBuffer key, ByteBuffer to) throws RocksDBException {
    long begun = groupWaits.begin();
    int bytes = db.get(tables, reads, key, to);
    groupWaits.end(begun);
    return bytes;
  }

  /** A small value stored with a run of the tables. */
  byte @Nullable [] ofRun(byte[] key) {
    try {
      return db.get(tables, key);
    } catch (RocksDBException e) {
      throw failed("read the tables", e);
    }
  }

  /**
   * The share of the latest reads that had to wait for the disk: reads of leaders or of groups,
   * whichever is higher.
   */
  double waiting() {
    return Math.max(leaderWaits.share(), groupWaits.share());
  }

  /** Options to write the files of tables. */
  ColumnFamilyOptions tableOptions() {
    return tableOptions;
  }

  /** Write options without the write-ahead log. */
  WriteOptions noWal() {
    return noWal;
  }

  /** A small value. */
  byte @Nullable [] meta(String key) {
    try {
      return db.get(meta, key.getBytes(UTF_8));
    } catch (RocksDBException e) {
      throw failed("read " + key, e);
    }
  }

  void putMeta(String key, byte[] value) {
    putMetas(metas -> metas.put(key, value));
  }

  /**
   * The keys of small values, sorted.
   *
   * @param from the first
   * @param to all are less than this
   * @param most how many may be returned
   */
  List<String> metaKeys(String from, String to, int most) {
    List<String> keys = new ArrayList<>();
    try (RocksIterator each = db.newIterator(meta)) {
      for (each.seek(from.getBytes(UTF_8)); each.isValid() && keys.size() < most; each.next()) {
        String key = new String(each.key(), UTF_8);
        if (key.compareTo(to) >= 0) {
          break;
        }
        keys.add(key);
      }
      each.status();
    } catch (RocksDBException e) {
      throw failed("read small values", e);
    }
    return keys;
  }

  /** Small values to be written together; null deletes one. */
  interface Metas {
    void put(String key, byte @Nullable [] value);

    /** Replaces the record of a leader. */
    void putLeader(byte[] key, byte[] value);
  }

  /** Writes several small values, all of them or none. */
  void putMetas(Consumer<Metas> values) {
    try (WriteBatch batch = new WriteBatch()) {
      values.accept(
          new Metas() {
            @Override
            public void put(String key, byte @Nullable [] value) {
              try {
                if (value == null) {
                  batch.delete(meta, key.getBytes(UTF_8));
                } else {
                  batch.put(meta, key.getBytes(UTF_8), value);
                }
              } catch (RocksDBException e) {
                throw failed("write " + key, e);
              }
            }

            @Override
            public void putLeader(byte[] key, byte[] value) {
              try {
                batch.put(leaders, key, value);
              } catch (RocksDBException e) {
                throw failed("write leaders", e);
              }
            }
          });
      db.write(noWal, batch);
    } catch (RocksDBException e) {
      throw failed("write small values", e);
    }
  }

  /** Atomically makes everything written so far durable. */
  void flush() {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, List.of(meta, leaders, tables));
    } catch (RocksDBException e) {
      throw failed("flush the files", e);
    }
  }

  /**
   * Rewrites files until none has a value that was replaced or deleted.
   *
   * @param cancelled polled now and then
   * @param leaderKeys keys of leaders, in order, the lowest first; cancellation is polled at each
   */
  void purge(BooleanSupplier cancelled, List<byte[]> leaderKeys) {
    try {
      if (!cancelled.getAsBoolean()) {
        flush();
        db.compactRange(meta);
      }
      for (int i = 0; i < leaderKeys.size() && !cancelled.getAsBoolean(); i++) {
        byte[] next = i + 1 < leaderKeys.size() ? leaderKeys.get(i + 1) : null;
        db.compactRange(leaders, leaderKeys.get(i), next);
      }
    } catch (RocksDBException e) {
      throw failed("purge the files", e);
    }
  }

  /** Deletes all base tables. */
  void dropTables() {
    try {
      db.dropColumnFamily(tables);
      tables.close();
      tables = db.createColumnFamily(new ColumnFamilyDescriptor(TABLES, tableOptions));
    } catch (RocksDBException e) {
      throw failed("drop the tables", e);
    }
  }

  /** A numeric property of RocksDB, summed over the column families. */
  long property(String name) {
    try {
      return db.getLongProperty(meta, name)
          + db.getLongProperty(leaders, name)
          + db.getLongProperty(tables, name);
    } catch (RocksDBException e) {
      throw failed("read the property " + name, e);
    }
  }

  /** Native bytes of write buffers and of open files. */
  long nativeBytes() {
    return property("rocksdb.cur-size-all-mem-tables")
        + property("rocksdb.estimate-table-readers-mem");
  }

  /** The exception for a failure of RocksDB; damage is recorded as in {@link #damaged}. */
  IndexException failed(String what, RocksDBException e) {
    String message = "cannot " + what + " of the index in " + folder + ": " + e.getMessage();
    return isDamage(e) ? damaged(message, e) : new IndexException(message, e);
  }

  /**
   * The exception for damaged files. Records the damage in the folder, so the next start does not
   * open it and run into the same damage.
   */
  DamagedIndexException damaged(String message, @Nullable RocksDBException cause) {
    DamagedIndexException damage = new DamagedIndexException(message, cause);
    try {
      Files.writeString(folder.resolve(DAMAGED), message);
    } catch (IOException e) {
      damage.addSuppressed(e); // found again at the next start
    }
    return damage;
  }

  /** Frees the native objects; what was not flushed is lost. */
  @Override
  public void close() {
    if (tables != null) {
      tables.close();
    }
    while (!natives.isEmpty()) {
      try {
        natives.pop().close();
      } catch (Exception e) {
        throw new IndexException("cannot free the index in " + folder, e);
      }
    }
  }

  private <T extends AutoCloseable> T own(T object) {
    natives.push(object);
    return object;
  }
}
