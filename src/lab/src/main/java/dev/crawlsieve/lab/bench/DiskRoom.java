package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Checks, before long work begins, that its files will fit. */
public final class DiskRoom {

  private DiskRoom() {}

  /**
   * Checks the disk of a folder.
   *
   * @param needed approximate number of bytes
   * @param fewer the option whose value the user could reduce, for example {@code --pages}
   * @throws SieveException if less space is left
   */
  public static void ensure(Path folder, long needed, String fewer) {
    try {
      ensure(folder, needed, Files.getFileStore(folder).getUsableSpace(), fewer);
    } catch (IOException e) {
      throw new SieveException(
          "the disk of " + folder + " does not report its free space: " + e, e);
    }
  }

  public static void ensure(Path folder, long needed, long usable, String fewer) {
    if (usable < needed) {
      throw new SieveException(
          String.format(
              Locale.ROOT,
              "the disk of %s has %,d MB left, but about %,d MB are needed: choose a folder on"
                  + " another disk with JAVA_OPTS=-Djava.io.tmpdir=DIR, or ask for fewer %s",
              folder,
              usable / 1_000_000,
              needed / 1_000_000,
              fewer));
    }
  }
}
