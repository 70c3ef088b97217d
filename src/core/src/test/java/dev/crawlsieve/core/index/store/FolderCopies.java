package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Copies of folders in use: their files as they are at one moment, as if the process had died. */
public final class FolderCopies {

  private FolderCopies() {}

  /** Copies a folder, again and again until nothing in it changed meanwhile. */
  public static void copy(Path from, Path to) throws IOException {
    while (!copied(from, to)) {
      FastFolder.remove(to);
    }
  }

  private static boolean copied(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try {
      Map<Path, Long> before = sizes(from);
      for (Path file : before.keySet()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
      return before.equals(sizes(from));
    } catch (NoSuchFileException | UncheckedIOException e) {
      return false; // RocksDB has deleted a file
    }
  }

  /**
   * Cuts files at any byte that may not have reached the disk, as if the power had failed.
   *
   * @param safe the sizes of files up to which they have
   */
  public static void cut(Path folder, Map<Path, Long> safe, SplittableRandom random)
      throws IOException {
    for (Map.Entry<Path, Long> file : sizes(folder).entrySet()) {
      long kept = safe.getOrDefault(folder.relativize(file.getKey()), 0L);
      if (file.getValue() > kept && random.nextInt(3) > 0) {
        try (RandomAccessFile open = new RandomAccessFile(file.getKey().toFile(), "rw")) {
          open.setLength(random.nextLong(kept, file.getValue()));
        }
      }
    }
  }

  /** How many bytes each file has, by its path in the folder. */
  public static Map<Path, Long> relativeSizes(Path folder) throws IOException {
    while (true) {
      try {
        Map<Path, Long> sizes = new TreeMap<>();
        sizes(folder).forEach((file, size) -> sizes.put(folder.relativize(file), size));
        return sizes;
      } catch (UncheckedIOException e) {
        // RocksDB has deleted a file
      }
    }
  }

  private static Map<Path, Long> sizes(Path folder) throws IOException {
    Map<Path, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.endsWith("LOCK") && !file.endsWith(".lock")) {
          sizes.put(file, file.toFile().length());
        }
      }
    }
    return sizes;
  }
}
