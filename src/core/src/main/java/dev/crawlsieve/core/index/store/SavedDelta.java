package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.DamagedIndexException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.TableLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the delta in a file. It is written in the background now and then, and when the index
 * is closed. Reading it takes a fraction of the time that filling the tables from the leader log
 * takes.
 *
 * <p>The copy only saves time. A file that is damaged or does not match the index is ignored; if it
 * cannot be written, there is none.
 */
final class SavedDelta {

  // A copy matches the index if it was made with the same layout and memory, its leaders are in the
  // log, and it begins where the base ends. Leaders with a committed ordinal never change, except
  // that they are forgotten and then match nothing, so a copy stays true of the leaders that it
  // has. The checksum of its last leader tells whether it
  // belongs to another index. Leaders are durable before they are saved. So if the log lacks some
  // of them, the log was replaced by an earlier state, which RocksDB cannot tell from a crash.
  //
  // In the background, one segment after another is copied under the read lock and then written. So
  // a segment may have leaders that were added after an earlier segment was copied. Each says how
  // many leaders it has, and only those that it lacks are added after reading. The copy replaces
  // the former one once all of its leaders are committed and durable, so no crash can undo them.
  //
  // A copy is made when the delta has grown by a sixth. So all copies together are at most seven
  // times as large as the tables, and a crash leaves at most a seventh of them, or LEAST_BYTES, to
  // be filled.
  //
  // The file is not synced, since its chunks have checksums.

  private static final String NAME = "delta.saved";
  private static final String FORMAT = "3 ";
  private static final long LEAST_BYTES = 64L << 20;
  private static final int LEAST_PART = 32; // or 1/32 of the memory
  private static final int GROWN_PART = 6;

  /** Copies pieces while nothing is added. */
  interface Guard {

    /**
     * Copies a piece; returns false if it could not, because changes kept the lock for too long.
     */
    boolean copied(ChunkOutput.Piece piece) throws IOException;
  }

  private static final Guard ALONE =
      piece -> {
        piece.put();
        return true;
      };

  /**
   * The leaders in a file: ordinals from first (inclusive) to next (exclusive); none if both are
   * equal.
   */
  private record Leaders(long first, long next) {

    static final Leaders NONE = new Leaders(0, 0);

    static Leaders read(ChunkInput in) throws IOException {
      return new Leaders(in.getLong(), in.getLong());
    }
  }

  private final Path file;
  private final Path unfinished;
  private final TableLayout layout;
  private final long memoryBytes;
  private final byte[] id;
  private final LongFunction<@Nullable ComparedPage> log;
  private Leaders saved = Leaders.NONE;
  private boolean readable; // there is a file that was not read yet
  private long triedFirst; // of the delta that was last saved, or failed to be
  private long triedBytes;
  private @Nullable BackgroundWork work;
  private @Nullable Leaders copied; // in the unfinished file, until they are committed

  /**
   * The copy in a folder, if there is one.
   *
   * @param id format and layout of the tables
   * @param leaders one more than the log's highest ordinal
   * @param log returns a leader by its ordinal
   * @throws DamagedIndexException if the file has leaders that are not in the log
   */
  SavedDelta(
      Path folder,
      String id,
      TableLayout layout,
      long memoryBytes,
      long leaders,
      LongFunction<@Nullable ComparedPage> log) {
    this.file = folder.resolve(NAME);
    this.unfinished = folder.resolve(NAME + TableFiles.SUFFIX);
    this.layout = layout;
    this.memoryBytes = memoryBytes;
    String names = LeaderColumns.comparesNames(layout) ? "names " : "";
    this.id = (FORMAT + memoryBytes + " " + names + id).getBytes(UTF_8);
    this.log = log;
    if (!Files.exists(file)) {
      return;
    }
    try (ChunkInput in = new ChunkInput(file)) {
      ensureSame(in);
      saved = Leaders.read(in);
      readable = true;
    } catch (IOException | RuntimeException e) {
      drop(); // damaged, or from another build
    }
    if (saved.next() > leaders) {
      throw new DamagedIndexException(
          "the index in %s is older than its tables: it ends before leader %d, and they before %d"
              .formatted(folder, leaders, saved.next()),
          null);
    }
  }

  private void ensureSame(ChunkInput in) throws IOException {
    if (!Arrays.equals(id, in.getBytes())) {
      throw new IOException("tables of another layout");
    }
  }

  /**
   * Reads the tables from the file; only the first call finds them.
   *
   * @param base the leaders below this ordinal are in the base
   * @param expired leaders below this ordinal have expired
   * @return null if there are none, or none that match
   */
  @Nullable DeltaTables take(long base, long expired) {
    if (!readable) {
      return null;
    }
    readable = false;
    try (ChunkInput in = new ChunkInput(file)) {
      ensureSame(in);
      Leaders leaders = Leaders.read(in);
      long last = in.getLong();
      if (leaders.first() >= base
          && leaders.first() <= Math.max(base, expired)
          && isChecksumOf(last, leaders)) {
        DeltaTables read = DeltaTables.read(in, layout, leaders.first(), memoryBytes);
        tried(read);
        return read;
      }
    } catch (IOException | RuntimeException e) {
      // damaged, or from another build: the tables are filled from the log
    }
    drop();
    return null;
  }

  private void tried(DeltaTables delta) {
    triedFirst = delta.first();
    triedBytes = delta.bytes();
  }

  private static long checksum(ComparedPage leader) {
    byte[] stored = leader.stored();
    return ChunkOutput.CHECKSUM.hashBytesToLong(stored, 0, stored.length);
  }

  private boolean isChecksumOf(long checksum, Leaders leaders) {
    ComparedPage last = log.apply(leaders.next() - 1);
    return last != null && checksum(last) == checksum;
  }

  /** Writes the tables, unless the file already has them. All of their leaders must be durable. */
  void save(DeltaTables delta) {
    if (delta.isEmpty() || saved.equals(new Leaders(delta.first(), delta.next()))) {
      return;
    }
    copy(delta, ALONE, () -> false);
    if (copied != null) {
      replace();
    }
  }

  /**
   * Saves in the background, a step at each commit, if the tables have grown enough.
   *
   * @param committed leaders below this ordinal are committed
   * @param flush makes durable what is committed
   */
  void step(DeltaTables delta, long committed, Executor helpers, Guard guard, Runnable flush) {
    if (work != null) {
      if (!work.isDone()) {
        return;
      }
      work.await();
      work = null;
    }
    if (copied == null && hasGrown(delta)) {
      tried(delta);
      work = BackgroundWork.start(helpers, cancelled -> copy(delta, guard, cancelled));
    } else if (copied != null && copied.next() <= committed) {
      work =
          BackgroundWork.start(
              helpers,
              cancelled -> {
                if (!cancelled.getAsBoolean()) {
                  flush.run();
                  replace();
                }
              });
    }
  }

  private boolean hasGrown(DeltaTables delta) {
    if (delta.isEmpty()) {
      return false;
    }
    long before = delta.first() == triedFirst ? triedBytes : 0;
    long least = Math.min(LEAST_BYTES, memoryBytes / LEAST_PART);
    return delta.bytes() - before >= Math.max(least, before / GROWN_PART);
  }

  private void copy(DeltaTables delta, Guard guard, BooleanSupplier cancelled) {
    try (ChunkOutput out = new ChunkOutput(unfinished)) {
      DeltaTables.Pieces pieces =
          piece -> {
            while (!cancelled.getAsBoolean()) {
              if (guard.copied(() -> out.hold(piece))) {
                out.writeHeld();
                return;
              }
            }
            throw new CancellationException();
          };
      writeHeader(out, Leaders.NONE, 0);
      long next = delta.first() + delta.write(out, pieces);
      out.finish();
      ComparedPage[] last = new ComparedPage[1];
      pieces.write(() -> last[0] = log.apply(next - 1));
      if (last[0] != null) { // null if all leaders have expired
        Leaders leaders = new Leaders(delta.first(), next);
        out.rewind();
        writeHeader(out, leaders, checksum(last[0]));
        copied = leaders;
      }
    } catch (IOException | CancellationException e) {
      copied = null; // perhaps the disk is full: tried again when the tables have grown
    }
  }

  /** The header always has the same size. */
  private void writeHeader(ChunkOutput out, Leaders leaders, long checksum) throws IOException {
    out.putBytes(id);
    out.putLong(leaders.first());
    out.putLong(leaders.next());
    out.putLong(checksum);
    out.finish();
  }

  private void replace() {
    try {
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
      saved = Objects.requireNonNull(copied);
    } catch (IOException e) {
      // the former file stays, and is true of what it has
    } finally {
      copied = null;
    }
  }

  /** Ends the background work, if there is any, and discards what it has copied. */
  void cancel() {
    if (work != null) {
      work.cancel();
      work = null;
    }
    copied = null;
  }

  /** Deletes the file, because its leaders are in the base, or not in the log. */
  void drop() {
    cancel();
    readable = false;
    saved = Leaders.NONE;
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(unfinished);
    } catch (IOException e) {
      throw new IndexException("cannot delete " + file, e);
    }
  }
}
