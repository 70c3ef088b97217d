package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A file of overrides that changes while instances use it: each time, other hosts of generated
 * copies are kept and dropped. Not thread-safe.
 */
final class ChangingOverrides {

  /** As in {@code CrawlGenerator}. */
  private static final int HOSTS = 500;

  private final Path file;
  private final SplittableRandom random;
  private int changes;

  /**
   * Writes the file for the first time.
   *
   * @param seed determines all lines
   */
  ChangingOverrides(Path file, long seed) {
    this.file = file;
    this.random = new SplittableRandom(seed);
    change();
  }

  /** Replaces the file. */
  void change() {
    List<String> lines = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      int action = random.nextInt(3);
      if (action > 0) {
        lines.add(
            "{\"%s\": {\"host\": \"mirror-%d.example\"}}"
                .formatted(action == 1 ? "keep" : "drop", host));
      }
    }
    try {
      Path next = Files.write(file.resolveSibling(file.getFileName() + ".next"), lines);
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new SieveException("the overrides cannot be written: " + e, e);
    }
    changes++;
  }

  /** How often the file was written. */
  int changes() {
    return changes;
  }
}
