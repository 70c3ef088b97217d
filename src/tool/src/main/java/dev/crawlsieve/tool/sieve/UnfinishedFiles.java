package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.work.SieveException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Files of one folder that have temporary names until all of them are complete, so that a killed
 * run leaves none that looks complete. Their lengths can be noted, and another run can go on there.
 */
final class UnfinishedFiles implements AutoCloseable {

  /** Ends the names of what is not complete. */
  static final String SUFFIX = ".unfinished";

  private static final int BUFFER_BYTES = 1 << 16;

  private record Unfinished(FileChannel channel, OutputStream out) {}

  private final Path dir;

  /** The open files by their final names. */
  private final Map<Path, Unfinished> files = new LinkedHashMap<>();

  /** Lengths by final name to which the files are cut on close; empty if they are removed. */
  private SortedMap<String, Long> noted;

  UnfinishedFiles(Path dir) {
    this(dir, new TreeMap<>());
  }

  /**
   * Goes on with the files of an earlier run.
   *
   * @param noted their lengths in bytes by final name; empty for a new run
   */
  UnfinishedFiles(Path dir, SortedMap<String, Long> noted) {
    this.dir = dir;
    this.noted = noted;
  }

  /**
   * Opens another file, or one of an earlier run, cut to its noted length.
   *
   * @param finished its final name, in the folder
   * @throws SieveException if the file is shorter than noted
   */
  OutputStream open(Path finished) throws IOException {
    Path file = unfinished(finished);
    long length = length(finished);
    FileChannel channel;
    if (length < 0) {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
    } else {
      if (!Files.exists(file) && Files.exists(finished)) {
        Files.move(finished, file); // the earlier run was killed while it gave the final names
      }
      channel = FileChannel.open(file, StandardOpenOption.WRITE);
      if (channel.size() < length) {
        channel.close();
        throw new SieveException(
            file
                + " is shorter than when its run was interrupted, and --resume cannot go on there");
      }
      channel.truncate(length).position(length);
    }
    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
    files.put(finished, new Unfinished(channel, out));
    return out;
  }

  /** Length in bytes that was noted of a file; -1 if it is new. */
  long length(Path finished) {
    return noted.getOrDefault(finished.getFileName().toString(), -1L);
  }

  /** Writes everything to the disk, and returns the lengths of the files by final name. */
  SortedMap<String, Long> lengths() throws IOException {
    SortedMap<String, Long> lengths = new TreeMap<>();
    for (Map.Entry<Path, Unfinished> file : files.entrySet()) {
      FileChannel channel = file.getValue().channel();
      long length;
      if (channel.isOpen()) {
        file.getValue().out().flush();
        length = channel.position();
        if (length > Math.max(0, length(file.getKey()))) {
          channel.force(false);
        }
      } else {
        length = Files.size(unfinished(file.getKey()));
      }
      lengths.put(file.getKey().getFileName().toString(), length);
    }
    return lengths;
  }

  /** Keeps the files on close, cut to these lengths. */
  void keep(SortedMap<String, Long> lengths) {
    noted = lengths;
  }

  /** Completes some of the files, and returns where they are by final name, in its order. */
  SortedMap<String, Path> complete(Predicate<String> which) throws IOException {
    SortedMap<String, Path> complete = new TreeMap<>();
    for (Map.Entry<Path, Unfinished> file : files.entrySet()) {
      String name = file.getKey().getFileName().toString();
      if (which.test(name)) {
        file.getValue().out().close();
        complete.put(name, unfinished(file.getKey()));
      }
    }
    return complete;
  }

  /**
   * Gives all files but the parts their final names.
   *
   * @param replaced the names of an earlier run's files, which are removed unless they are written
   *     anew
   * @param parts names of files that another one now holds
   */
  void finish(Predicate<String> replaced, Set<String> parts) throws IOException {
    for (Unfinished file : files.values()) {
      file.out().close();
    }
    for (Path earlier : list()) {
      String name = earlier.getFileName().toString();
      if (replaced.test(name) && (!files.containsKey(earlier) || parts.contains(name))) {
        Files.delete(earlier);
      }
    }
    for (Path finished : files.keySet()) {
      if (!parts.contains(finished.getFileName().toString())) {
        Files.move(unfinished(finished), finished, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /**
   * Removes what is not finished although the run is: parts, and files of a larger run that was
   * killed.
   *
   * @param replaced the names of such files
   */
  void removeLeft(Predicate<String> replaced) throws IOException {
    for (Path left : list()) {
      String name = left.getFileName().toString();
      if (name.endsWith(SUFFIX)
          && replaced.test(name.substring(0, name.length() - SUFFIX.length()))) {
        Files.delete(left);
      }
    }
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> found = Files.list(dir)) {
      return found.toList();
    }
  }

  /** The name of a file until it is complete. */
  static Path unfinished(Path finished) {
    return finished.resolveSibling(finished.getFileName() + SUFFIX);
  }

  /**
   * Cuts what is not finished to its noted length, or removes it if there is none, whether or not
   * its last bytes can be written.
   */
  @Override
  public void close() {
    IOException failure = null;
    for (Map.Entry<Path, Unfinished> file : files.entrySet()) {
      failure = leave(file.getValue(), file.getKey(), failure);
    }
    files.clear();
    if (failure != null) {
      throw new SieveException(
          "unfinished files in " + dir + " cannot be cut or removed: " + failure, failure);
    }
  }

  /** Closes a file, cuts or removes it, and returns the first failure to do so. */
  private IOException leave(Unfinished unfinished, Path finished, IOException first) {
    Path file = unfinished(finished);
    try {
      try {
        unfinished.out().close();
      } catch (IOException e) {
        unfinished.channel().close(); // on a full disk its last bytes do not fit
      }
      long length = length(finished);
      if (length < 0) {
        Files.deleteIfExists(file);
      } else if (Files.exists(file)) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(length);
        }
      }
      return first;
    } catch (IOException e) {
      return first == null ? e : first;
    }
  }
}
