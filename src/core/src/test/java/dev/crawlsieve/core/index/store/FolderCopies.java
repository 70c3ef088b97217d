package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
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
