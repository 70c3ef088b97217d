package dev.crawlsieve.files.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Names of files as characters. On Unix a name is any bytes; Java reads and writes them in the
 * character set of the locale, which without a locale is ASCII.
 */
public final class FileNames {

  /** The character that Java returns for bytes that are no characters. */
  private static final char UNREAD = '\uFFFD';

  /** The beginning of a URL, as it is or as the path of a file. */
  private static final Pattern URL = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]+):/+");

  private FileNames() {}

  /** The character set in which Java reads and writes names. */
  public static String charset() {
    return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")).name();
  }

  /** Says that a name is not in that character set, and what to set. */
  public static String sentence(InvalidPathException e) {
    return "the file name '%s' is not %s, the locale's character set: set LC_ALL to a locale of"
            .formatted(e.getInput(), charset())
        + " UTF-8, such as C.UTF-8";
  }

  /**
   * Expands patterns, for shells that do not, or if they are quoted: {@code *}, {@code ?}, {@code
   * [a-c]}, {@code {a,b}}, and {@code **} for folders at any depth. The files of a pattern are in
   * path order. A path is left as it is if such a file exists, or if no file matches it.
   */
  public static List<Path> named(List<Path> paths) {
    return paths.stream().flatMap(path -> named(path).stream()).toList();
  }

  private static List<Path> named(Path path) {
    String pattern = path.toString();
    if (Files.exists(path) || !isPattern(pattern)) {
      return List.of(path);
    }
    Path fixed = path;
    while (fixed != null && isPattern(fixed.toString())) {
      fixed = fixed.getParent();
    }
    int depth = path.getNameCount() - (fixed == null ? 0 : fixed.getNameCount());
    Path from = fixed == null ? Path.of("") : fixed;
    try (Stream<Path> walk = Files.walk(from, pattern.contains("**") ? Integer.MAX_VALUE : depth)) {
      PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
      List<Path> found = walk.filter(matcher::matches).sorted().toList();
      return found.isEmpty() ? List.of(path) : found;
    } catch (IOException | UncheckedIOException | PatternSyntaxException e) {
      return List.of(path); // the check of inputs reports that it does not exist
    }
  }

  private static boolean isPattern(String path) {
    return path.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  /** Whether the characters of a file's name map back to the file. */
  static boolean readable(Path file) {
    try {
      return file.equals(Path.of(file.toString()));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Says that a file does not exist. */
  static String missing(String name, Path file) {
    if (Files.isSymbolicLink(file)) {
      return name + " cannot be read: it links to a file that does not exist";
    }
    Matcher url = URL.matcher(name);
    if (url.lookingAt()) {
      return url.replaceFirst("$1://")
          + " is a URL, and crawlsieve fetches no pages: name a file or folder";
    }
    if (isPattern(name)) {
      return "no file matches " + name;
    }
    String unread = name.indexOf(UNREAD) < 0 ? "" : ", or its name is not " + charset();
    return name + " does not exist" + unread;
  }

  /** Why a file in a folder is skipped. */
  static String skipReason() {
    return "file whose name is not " + charset();
  }
}
