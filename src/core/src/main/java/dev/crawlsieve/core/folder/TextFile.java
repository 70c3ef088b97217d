package dev.crawlsieve.core.folder;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file in UTF-8 that is written at the end of some work. */
public final class TextFile {

  private final Path file;

  private TextFile(Path file) {
    this.file = file;
  }

  /**
   * A file to be written later.
   *
   * @throws SieveException if it is already clear that it cannot be written
   */
  public static TextFile at(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String why = null;
    if (Files.isDirectory(file)) {
      why = "it is a folder";
    } else if (folder == null || !Files.isDirectory(folder)) {
      why = "there is no folder " + folder;
    } else {
      Path there = Files.exists(file) ? file : folder;
      why = Files.isWritable(there) ? null : Folders.notWritable(there);
    }
    if (why != null) {
      throw new SieveException("the file " + file + " cannot be written: " + why);
    }
    return new TextFile(file);
  }

  /**
   * Writes the file.
   *
   * @throws SieveException if it cannot be written
   */
  public void write(String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be written: " + e, e);
    }
  }
}
