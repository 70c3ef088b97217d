package dev.crawlsieve.core.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An HTML page on disk. */
public final class HtmlFile {

  private final Path file;

  private HtmlFile(Path file) {
    this.file = file;
  }

  /**
   * A page to be written later.
   *
   * @throws SieveException if it is already clear that it cannot be written
   */
  public static HtmlFile at(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isWritable(folder)) {
      throw new SieveException("the page " + file + " cannot be written, must be in a folder");
    }
    return new HtmlFile(file);
  }

  /**
   * Writes the page.
   *
   * @throws SieveException if it cannot be written
   */
  public void write(String html) {
    try {
      Files.writeString(file, html);
    } catch (IOException e) {
      throw new SieveException("the page " + file + " cannot be written: " + e, e);
    }
  }
}
