package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.fingerprint.FingerprintFileWriter;
import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveFolder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The files of a local run. They have temporary names until everything is done, so that a killed
 * run leaves none that looks complete.
 */
public final class SieveFiles implements AutoCloseable {

  /** One of the files. */
  enum Part {
    UNIQUE,
    DUPLICATE,
    UNJUDGED,
    VERDICTS,
    DEAD_LETTERS,
    FINGERPRINTS;

    Path in(Path dir) {
      SieveFolder folder = new SieveFolder(dir);
      return switch (this) {
        case UNIQUE -> folder.unique();
        case DUPLICATE -> folder.duplicate();
        case UNJUDGED -> folder.unjudged();
        case VERDICTS -> folder.verdicts();
        case DEAD_LETTERS -> folder.deadLetters();
        case FINGERPRINTS -> folder.fingerprints();
      };
    }
  }

  private static final String UNFINISHED = ".unfinished";
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path dir;
  private final Map<Part, OutputStream> out = new EnumMap<>(Part.class);
  private FingerprintFileWriter fingerprints; // null until begin() is called

  private SieveFiles(Path dir) throws IOException {
    this.dir = dir;
    if (Files.exists(index())) {
      Folders.remove(index()); // left by a killed run
    }
    for (Part part : Part.values()) {
      out.put(
          part, new BufferedOutputStream(Files.newOutputStream(unfinished(part)), BUFFER_BYTES));
    }
  }

  /**
   * Creates the folder, if need be, and opens the files.
   *
   * @param overwrite whether an earlier run's files may be replaced
   * @throws SieveException if the folder is not empty and must not be overwritten, or cannot be
   *     written
   */
  public static SieveFiles in(Path dir, boolean overwrite) {
    try {
      if (Files.exists(dir) && !Files.isDirectory(dir)) {
        throw new SieveException(dir + " is not a folder, --out needs one");
      }
      if (!overwrite && holdsSomething(dir)) {
        throw new SieveException(
            "the folder " + dir + " is not empty; --force replaces an earlier run's files in it");
      }
      Files.createDirectories(dir);
      return new SieveFiles(dir);
    } catch (IOException e) {
      throw new SieveException("the folder " + dir + " cannot be written: " + e, e);
    }
  }

  /** Whether the folder holds more than the remains of an earlier, killed run. */
  private static boolean holdsSomething(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      return false;
    }
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(name -> !name.endsWith(UNFINISHED));
    }
  }

  /**
   * Writes the header of the fingerprints, before the first of them: what they are decided with.
   */
  void begin(int lanes, SortedMap<String, String> settings) throws IOException {
    fingerprints = new FingerprintFileWriter(out.get(Part.FINGERPRINTS), lanes, settings);
  }

  /** Adds a line to a file. */
  void line(Part part, byte[] value) throws IOException {
    OutputStream file = out.get(part);
    file.write(value);
    file.write('\n');
  }

  /** Adds a fingerprint. */
  void fingerprint(byte[] scope, byte[] fingerprint) throws IOException {
    fingerprints.add(scope, fingerprint);
  }

  /** Renames the files to their final names. */
  void finish() throws IOException {
    fingerprints.finish();
    for (Part part : Part.values()) {
      out.get(part).close();
    }
    for (Part part : Part.values()) {
      Files.move(unfinished(part), part.in(dir), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Folder for the part of the index that does not fit into memory, removed at the end. */
  Path index() {
    return dir.resolve("index" + UNFINISHED);
  }

  private Path unfinished(Part part) {
    Path finished = part.in(dir);
    return finished.resolveSibling(finished.getFileName() + UNFINISHED);
  }

  /** Removes what is not finished, whether or not its last bytes can be written. */
  @Override
  public void close() {
    IOException failure = null;
    for (Part part : Part.values()) {
      failure = remove(out.get(part), unfinished(part), failure);
    }
    if (Files.exists(index())) {
      Folders.remove(index());
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
