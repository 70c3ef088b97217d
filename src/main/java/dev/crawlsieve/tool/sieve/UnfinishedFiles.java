package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.work.SieveException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Files of one folder that have temporary names until all of them are complete, so that a killed
 * run leaves none that looks complete.
 */
final class UnfinishedFiles implements AutoCloseable {

  /** Ends the names of what is not complete. */
  static final String SUFFIX = ".unfinished";

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path dir;

  /** The open files by their final names. */
  private final Map<Path, OutputStream> files = new LinkedHashMap<>();

  UnfinishedFiles(Path dir) {
    this.dir = dir;
  }

  /**
   * Opens another file.
   *
   * @param finished its final name, in the folder
   */
  OutputStream open(Path finished) throws IOException {
    OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(unfinished(finished)), BUFFER_BYTES);
    files.put(finished, out);
    return out;
  }

  /**
   * Gives all files their final names.
   *
   * @param replaced the names of an earlier run's files, which are removed unless they are written
   *     anew
   */
  void finish(Predicate<String> replaced) throws IOException {
    for (OutputStream out : files.values()) {
      out.close();
    }
    for (Path earlier : list()) {
      if (replaced.test(earlier.getFileName().toString()) && !files.containsKey(earlier)) {
        Files.delete(earlier);
      }
    }
    for (Path finished : files.keySet()) {
      Files.move(unfinished(finished), finished, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> found = Files.list(dir)) {
      return found.toList();
    }
  }

  private static Path unfinished(Path finished) {
    return finished.resolveSibling(finished.getFileName() + SUFFIX);
  }

  /** Removes what is not finished, whether or not its last bytes can be written. */
  @Override
  public void close() {
    IOException failure = null;
    for (Map.Entry<Path, OutputStream> file : files.entrySet()) {
      failure = remove(file.getValue(), unfinished(file.getKey()), failure);
    }
    if (failure != null) {
      throw new SieveException(
          "unfinished files in " + dir + " cannot be removed: " + failure, failure);
    }
  }

  /** Closes and removes a file, and returns the first failure to remove one. */
  private static IOException remove(OutputStream out, Path file, IOException first) {
    try {
      out.close();
    } catch (IOException e) {
      // On a full disk its last bytes do not fit; the file is deleted anyway.
      return delete(file, first);
    }
    return delete(file, first);
  }

  private static IOException delete(Path file, IOException first) {
    try {
      Files.deleteIfExists(file);
      return first;
    } catch (IOException e) {
      return first == null ? e : first;
    }
  }
}
