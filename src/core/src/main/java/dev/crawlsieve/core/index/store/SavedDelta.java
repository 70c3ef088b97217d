package dev.crawlsieve.core.index.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.work.ChunkInput;
import dev.crawlsieve.core.work.ChunkOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.function.LongFunction;

/**
 * The delta of an index that was closed, in a file: reading it takes a fraction of the time of
 * filling the tables from the leader log again.
 *
 * <p>Only saves time. A file that is damaged, or not of the index as it is, is ignored; and if it
 * cannot be written, it is not.
 */
final class SavedDelta {

  // It is of the index as it is if it was made with the same layout and memory, has leaders that
  // are in the log, and begins where the base ends. Leaders of a committed ordinal never change; so
  // it stays true of the leaders that it has, and is dropped on opening if some of them were
  // undone. The last one's checksum tells whether it is of another index.
  //
  // Sync is left out: chunks have checksums.

  private static final String NAME = "delta.saved";
  private static final String FORMAT = "1 ";

  private final Path file;
  private final TableLayout layout;
  private final long memoryBytes;
  private final String id;
  private long next; // of the delta in the file; 0 if there is none
  private long readFrom; // the leaders of the delta that was read; none if the two are equal
  private long readTo;

  /**
   * What is in the folder, unless it has leaders that are not in the log.
   *
   * @param id format and layout of tables
   * @param leaders one more than the log's highest ordinal
   */
  SavedDelta(Path folder, String id, TableLayout layout, long memoryBytes, long leaders) {
    this.file = folder.resolve(NAME);
    this.layout = layout;
    this.memoryBytes = memoryBytes;
    this.id = FORMAT + memoryBytes + " " + id;
    try {
      next = readNext();
      if (next > leaders) {
        delete();
      }
    } catch (IOException e) {
      delete();
    }
  }

  private long readNext() throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    try (ChunkInput in = new ChunkInput(file)) {
      ensureSame(in);
      return in.getLong();
    }
  }

  private void ensureSame(ChunkInput in) throws IOException {
    if (!id.equals(new String(in.getBytes(), UTF_8))) {
      throw new IOException("tables of another layout");
    }
  }

  /**
   * Takes the tables out of the file, once.
   *
   * @param base the leaders below this ordinal are in the base
   * @param expired leaders below this ordinal have expired
   * @param leader a leader by its ordinal
   * @return null if there are none, or none that fit
   */
  DeltaTables take(long base, long expired, LongFunction<LeaderRecord> leader) {
    if (next == 0) {
      return null;
    }
    try (ChunkInput in = new ChunkInput(file)) {
      ensureSame(in);
      long stored = in.getLong();
      long first = in.getLong();
      long last = in.getLong();
      LeaderRecord there = leader.apply(stored - 1);
      if (first < base
          || first > Math.max(base, expired)
          || there == null
          || checksum(there) != last) {
        return null;
      }
      DeltaTables read = DeltaTables.read(in, layout, first, memoryBytes);
      readFrom = first;
      readTo = stored;
      return read;
    } catch (IOException | RuntimeException e) {
      return null; // damaged, or of another build: the tables are filled from the log
    } finally {
      next = 0;
    }
  }

  private static long checksum(LeaderRecord leader) {
    byte[] stored = leader.stored();
    return ChunkOutput.CHECKSUM.hashBytesToLong(stored, 0, stored.length);
  }

  /** Writes the tables, all of whose leaders must be committed. */
  void save(DeltaTables delta, LongFunction<LeaderRecord> leader) {
    if (delta.first() == readFrom && delta.next() == readTo) {
      return; // as it is in the file
    }
    LeaderRecord last = leader.apply(delta.next() - 1);
    if (last == null) {
      return; // there are none, or all have expired
    }
    Path unfinished = file.resolveSibling(NAME + TableFiles.SUFFIX);
    try (ChunkOutput out = new ChunkOutput(unfinished)) {
      out.putBytes(id.getBytes(UTF_8));
      out.putLong(delta.next());
      out.putLong(delta.first());
      out.putLong(checksum(last));
      delta.write(out);
      out.finish();
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      delete(); // no room, perhaps
    }
  }

  private void delete() {
    next = 0;
    try {
      for (Path left : Arrays.asList(file, file.resolveSibling(NAME + TableFiles.SUFFIX))) {
        Files.deleteIfExists(left);
      }
    } catch (IOException e) {
      throw new IndexException("cannot delete " + file, e);
    }
  }
}
