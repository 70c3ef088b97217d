package dev.crawlsieve.stream.feed;

import dev.crawlsieve.files.input.PageInputs;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds files of pages that appear in folders, and tells finished ones from those that are still
 * being written.
 *
 * <p>Files of pages are recognised by their names, so a file whose name ends with {@code .open},
 * {@code .tmp} or {@code .part} is not one yet. A file with its final name is finished once its
 * size and modification time have not changed for a while. Each file is returned once. Memory is
 * bounded by the number of files that exist.
 */
final class SettledFiles {

  private static final int DEPTH = 32;

  private final List<Path> folders;
  private final long settledNanos;
  private Map<Path, Seen> seen = new HashMap<>();

  /**
   * The state of a file at the last look.
   *
   * @param sinceNanos when the file was first seen in this state
   * @param returned whether the file has been returned, perhaps in an earlier state
   */
  private record Seen(long size, FileTime modified, long sinceNanos, boolean returned) {

    boolean like(Seen other) {
      return size == other.size && modified.equals(other.modified);
    }
  }

  /**
   * @param folders folders in which files of pages appear, at any depth
   * @param settled how long a file must stay unchanged to count as finished
   */
  SettledFiles(List<Path> folders, Duration settled) {
    this.folders = List.copyOf(folders);
    this.settledNanos = settled.toNanos();
  }

  /**
   * Looks at the folders, and returns the files that are finished and have not been returned
   * before, oldest first.
   *
   * @param nanos the current time of a monotonic clock, in nanoseconds
   * @throws IOException if a folder cannot be read
   */
  List<Path> next(long nanos) throws IOException {
    Map<Path, Seen> now = new HashMap<>();
    for (Path folder : folders) {
      Files.walkFileTree(
          folder,
          EnumSet.of(FileVisitOption.FOLLOW_LINKS),
          DEPTH,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              Path name = file.getFileName();
              if (attributes.isRegularFile() && PageInputs.isFileOfPages(name.toString())) {
                now.put(file, seen(file, attributes, nanos));
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (file.equals(folder)) {
                throw e;
              }
              return FileVisitResult.CONTINUE; // it has been removed, or may not be read
            }
          });
    }
    List<Path> settled =
        now.entrySet().stream()
            .filter(file -> settled(file.getValue(), nanos))
            .sorted(
                Comparator.comparing((Map.Entry<Path, Seen> file) -> file.getValue().modified())
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .toList();
    settled.forEach(
        file ->
            now.computeIfPresent(
                file, (path, it) -> new Seen(it.size(), it.modified(), it.sinceNanos(), true)));
    seen = now;
    return settled;
  }

  private Seen seen(Path file, BasicFileAttributes attributes, long nanos) {
    Seen before = seen.get(file);
    boolean returned = before != null && before.returned();
    Seen now = new Seen(attributes.size(), attributes.lastModifiedTime(), nanos, returned);
    return before != null && before.like(now) ? before : now;
  }

  private boolean settled(Seen file, long nanos) {
    return !file.returned() && file.size() > 0 && nanos - file.sinceNanos() >= settledNanos;
  }
}
