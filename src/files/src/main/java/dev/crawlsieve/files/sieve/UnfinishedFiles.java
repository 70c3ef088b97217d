package dev.crawlsieve.files.sieve;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.crawlsieve.core.failure.SieveException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Files in one folder that have temporary names until all of them are complete; a killed run leaves
 * no file that looks complete. Their lengths can be recorded, and another run can continue from
 * there.
 */
final class UnfinishedFiles implements AutoCloseable {

  /** Suffix of the names of incomplete files. */
  static final String SUFFIX = SieveFolder.UNFINISHED;

  private static final int BUFFER_BYTES = 1 << 16;

  private record Unfinished(Path finished, FileChannel channel, OutputStream out) {

    Path file() {
      return unfinished(finished);
    }
  }

  private final Path dir;

  /** The open files by their final names. */
  private final Map<String, Unfinished> files = new LinkedHashMap<>();

  /**
   * Lengths, by final name, to which the files are truncated on close; empty if they are removed.
   */
  private SortedMap<String, Long> noted = new TreeMap<>();

  UnfinishedFiles(Path dir) {
    this.dir = dir;
  }

  /**
   * Opens a new file, or one of an earlier run, truncated to its recorded length.
   *
   * @param finished its final name, in the folder
   * @throws SieveException if the file is shorter than its recorded length
   */
  OutputStream open(Path finished) throws IOException {
    Path file = unfinished(finished);
    long length = length(finished);
    if (length >= 0 && !Files.exists(file) && Files.exists(finished)) {
      Files.move(finished, file); // the earlier run was killed while it gave the final names
    }
    FileChannel channel =
        length < 0
            ? FileChannel.open(file, CREATE, WRITE, TRUNCATE_EXISTING)
            : FileChannel.open(file, WRITE);
    if (channel.size() < length) {
      channel.close();
      throw new SieveException(
          file + " is shorter than when its run was interrupted, and --resume cannot go on there");
    }
    channel.truncate(Math.max(0, length)).position(Math.max(0, length));
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
    files.put(name(finished), new Unfinished(finished, channel, out));
    return out;
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  /** Recorded length of a file in bytes; -1 if the file is new. */
  long length(Path finished) {
    return noted.getOrDefault(name(finished), -1L);
  }

  /** Writes everything to the disk, and returns the lengths of the files by final name. */
  SortedMap<String, Long> lengths() throws IOException {
    SortedMap<String, Long> lengths = new TreeMap<>();
    for (Unfinished file : files.values()) {
      FileChannel channel = file.channel();
      long length;
      if (channel.isOpen()) {
        file.out().flush();
        length = channel.position();
        if (length > Math.max(0, length(file.finished()))) {
          channel.force(false);
        }
      } else {
        length = Files.size(file.file());
      }
      lengths.put(name(file.finished()), length);
    }
    return lengths;
  }

  /**
   * Keeps the files on close, truncated to these lengths; files of an earlier run are also opened
   * with them.
   */
  void keep(SortedMap<String, Long> lengths) {
    noted = lengths;
  }

  /** Completes some of the files; returns their paths, ordered by final name. */
  SortedMap<String, Path> complete(Predicate<String> which) throws IOException {
    SortedMap<String, Path> complete = new TreeMap<>();
    for (Map.Entry<String, Unfinished> file : files.entrySet()) {
      if (which.test(file.getKey())) {
        file.getValue().out().close();
        complete.put(file.getKey(), file.getValue().file());
      }
    }
    return complete;
  }

  /**
   * Gives all files their final names, except parts of another file.
   *
   * @param replaced the names of an earlier run's files, which are removed unless they are written
   *     again
   * @param parts names of files whose content another file now holds
   */
  void finish(Predicate<String> replaced, Set<String> parts) throws IOException {
    for (Unfinished file : files.values()) {
      file.out().close();
    }
    Set<String> whole = new LinkedHashSet<>(files.keySet());
    whole.removeAll(parts);
    remove(name -> replaced.test(name) && !whole.contains(name));
    for (String name : whole) {
      Unfinished file = Objects.requireNonNull(files.get(name));
      Files.move(file.file(), file.finished(), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Removes unfinished files that are left when the run is finished: parts of another file, and
   * files of a larger run that was killed.
   *
   * @param replaced the names of such files
   */
  void removeLeft(Predicate<String> replaced) throws IOException {
    remove(
        name ->
            name.endsWith(SUFFIX)
                && replaced.test(name.substring(0, name.length() - SUFFIX.length())));
  }

  private void remove(Predicate<String> which) throws IOException {
    try (Stream<Path> found = Files.list(dir)) {
      for (Path file : found.filter(each -> which.test(name(each))).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The name of a file until it is complete. */
  static Path unfinished(Path finished) {
    return finished.resolveSibling(finished.getFileName() + SUFFIX);
  }

  /**
   * Truncates unfinished files to their recorded lengths, or removes those without one, even if
   * their last bytes cannot be written.
   */
  @Override
  public void close() {
    IOException failure = null;
    for (Unfinished file : files.values()) {
      try {
        leave(file);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    files.clear();
    if (failure != null) {
      throw new SieveException(
          "unfinished files in " + dir + " cannot be cut or removed: " + failure, failure);
    }
  }

  /** Closes a file, and truncates or removes it. */
  private void leave(Unfinished unfinished) throws IOException {
    try {
      unfinished.out().close();
    } catch (IOException e) {
      unfinished.channel().close(); // on a full disk its last bytes do not fit
    }
    Path file = unfinished.file();
    long length = length(unfinished.finished());
    if (length < 0) {
      Files.deleteIfExists(file);
    } else if (Files.exists(file)) {
      try (FileChannel channel = FileChannel.open(file, WRITE)) {
        channel.truncate(length);
      }
    }
  }
}
