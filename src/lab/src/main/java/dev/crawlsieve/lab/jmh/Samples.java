package dev.crawlsieve.lab.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The real pages that kernels work on, as 'crawlsieve bench kernels' hands them to the measuring
 * process: files of strings with a zero character between them, named by system properties.
 */
public final class Samples {

  /** Property that names the file of HTML pages. */
  public static final String HTML = "crawlsieve.bench.html";

  /** Property that names the file of their main texts. */
  public static final String TEXT = "crawlsieve.bench.text";

  /** Property that names a folder for files of the benchmark, removed by its creator. */
  public static final String FOLDER = "crawlsieve.bench.folder";

  private Samples() {}

  /** Markup of pages. */
  public static String[] html() {
    return read(HTML);
  }

  /** Their texts. */
  public static String[] text() {
    return read(TEXT);
  }

  private static String[] read(String property) {
    String file = System.getProperty(property);
    if (file == null) {
      throw new IllegalStateException(
          "-D" + property + " does not name a file; 'crawlsieve bench kernels' makes one");
    }
    try {
      return Files.readString(Path.of(file)).split("\0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
