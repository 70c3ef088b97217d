package dev.crawlsieve.core.input;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Names of files as characters. On Unix a name is any bytes; Java reads and writes them in the
 * character set of the locale, which without a locale is ASCII.
 */
public final class FileNames {

  /** What Java reads for bytes that are no characters. */
  private static final char UNREAD = '\uFFFD';

  private FileNames() {}

  /** The character set in which Java reads and writes names. */
  public static String charset() {
    return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")).name();
  }

  /** Describes that a name is not in that character set, and what to set. */
  public static String sentence(InvalidPathException e) {
    return "the file name '%s' is not %s, the locale's character set: set LC_ALL to a locale of"
            .formatted(e.getInput(), charset())
        + " UTF-8, such as C.UTF-8";
  }

  /** Whether the characters of a file's name lead back to the file. */
  static boolean readable(Path file) {
    try {
      return file.equals(Path.of(file.toString()));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Describes that a file is not there. */
  static String missing(String name, Path file) {
    if (Files.isSymbolicLink(file)) {
      return name + " cannot be read: it links to a file that does not exist";
    }
    String unread = name.indexOf(UNREAD) < 0 ? "" : ", or its name is not " + charset();
    return name + " does not exist" + unread;
  }

  /** Why a file in a folder is skipped. */
  static String skipReason() {
    return "file whose name is not " + charset();
  }
}
