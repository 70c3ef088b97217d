package dev.crawlsieve.index;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** The files of the runs in an index's folder, and which of them count. */
final class RunFiles {

  // Which runs count is one small value beside the leader log, so after a crash both are as they
  // were at one moment. A run is durable before it is named there. A file that is named no more is
  // deleted when that has become durable; what a crash leaves is deleted on opening.

  private static final String RUNS = "base.runs";
  private static final String SUFFIX = ".run";

  private final RocksFolder files;
  private final Path folder;
  private final AtomicLong numbers = new AtomicLong();
  private final Queue<TableRun.Id> dropped = new ConcurrentLinkedQueue<>();
  private List<TableRun.Id> current;

  RunFiles(RocksFolder files) {
    this.files = files;
    folder = files.folder().resolve("tables");
    byte[] stored = files.meta(RUNS);
    current = stored == null ? List.of() : decode(stored);
    try {
      Files.createDirectories(folder);
      deleteOthers();
    } catch (IOException e) {
      throw failed("make room for", e);
    }
    current.forEach(id -> numbers.accumulateAndGet(id.number(), Math::max));
  }

  private void deleteOthers() throws IOException {
    var names = current.stream().map(id -> path(id).toFile().getName()).collect(Collectors.toSet());
    for (File file : list()) {
      if (!names.contains(file.getName())) {
        Files.delete(file.toPath());
      }
    }
  }

  private File[] list() {
    File[] all = folder.toFile().listFiles();
    return all == null ? new File[0] : all;
  }

  private static List<TableRun.Id> decode(byte[] stored) {
    List<TableRun.Id> ids = new ArrayList<>();
    for (ByteBuffer longs = ByteBuffer.wrap(stored); longs.hasRemaining(); ) {
      ids.add(new TableRun.Id(longs.getLong(), longs.getLong(), longs.getLong()));
    }
    return List.copyOf(ids);
  }

  /** The runs that count, oldest first. */
  List<TableRun.Id> current() {
    return current;
  }

  /** Makes other runs count from now on; the files of those that do no more will go. */
  void setCurrent(List<TableRun.Id> ids) {
    ByteBuffer longs = ByteBuffer.allocate(3 * Long.BYTES * ids.size());
    ids.forEach(id -> longs.putLong(id.number()).putLong(id.first()).putLong(id.next()));
    files.putMeta(RUNS, longs.array());
    List<TableRun.Id> before = current;
    current = List.copyOf(ids);
    before.stream().filter(id -> !current.contains(id)).forEach(dropped::add);
  }

  /** A run that has no file yet. */
  TableRun.Id create(long first, long next) {
    return new TableRun.Id(numbers.incrementAndGet(), first, next);
  }

  Path path(TableRun.Id id) {
    return folder.resolve(id.number() + SUFFIX);
  }

  /** Whether there are files that {@link #flush} would delete. */
  boolean hasDropped() {
    return !dropped.isEmpty();
  }

  /** Makes the leader log, and which runs count, durable, and deletes the files of others. */
  void flush() {
    int due = dropped.size();
    files.flush();
    for (; due > 0; due--) {
      delete(dropped.remove());
    }
  }

  /** Deletes a run's file, which nobody reads any more. */
  void delete(TableRun.Id id) {
    Path path = path(id);
    try {
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(0); // frees it now, and not only when its mapping is collected
      }
      Files.delete(path);
    } catch (IOException e) {
      throw failed("delete a file of", e);
    }
  }

  /** Bytes of all files. */
  long bytes() {
    long bytes = 0;
    for (File file : list()) {
      bytes += file.length();
    }
    return bytes;
  }

  IndexException failed(String what, IOException e) {
    return new IndexException(
        "cannot " + what + " the tables of the index in " + files.folder() + ": " + e.getMessage(),
        e);
  }
}
