package dev.crawlsieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/**
 * Compares whole outputs with approved files in the resources of their tests' modules, each in the
 * folder of its test's package; {@code -Dapprove=true} writes what was received into them. The
 * stylesheet at the head of an HTML page, which is the same in all of them, is left out.
 */
public final class Approved {

  private static final Path RECEIVED = Path.of("target/received");
  private static final Pattern STYLESHEET = Pattern.compile("<style>.*?</style>\n", Pattern.DOTALL);

  private Approved() {}

  /**
   * Fails if an output differs from its approved file, and leaves it in {@code target/received}.
   *
   * @param test whose package the file belongs to
   * @param name of the file
   */
  public static void check(Class<?> test, String name, String output) {
    // as it is written: what is not a character becomes a question mark
    String received =
        STYLESHEET.matcher(new String(output.getBytes(UTF_8), UTF_8)).replaceFirst("");
    Path file = Path.of(test.getPackageName().replace('.', '/')).resolve(name);
    try {
      Path approved = resources(test).resolve(file);
      if (Boolean.getBoolean("approve")) {
        write(approved, received);
        return;
      }
      String expected = Files.exists(approved) ? Files.readString(approved, UTF_8) : "";
      if (!expected.equals(received)) {
        Path written = write(RECEIVED.resolve(file), received);
        Assertions.fail(difference(expected, received) + "\n" + advice(approved, written));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The test resources of the module whose test this is. */
  private static Path resources(Class<?> test) throws IOException {
    Path source = Path.of("src/test/java", test.getName().replace('.', '/') + ".java");
    try (Stream<Path> modules = Files.list(Path.of("src"))) {
      return modules
          .filter(module -> Files.exists(module.resolve(source)))
          .findFirst()
          .orElseThrow()
          .resolve("src/test/resources");
    }
  }

  private static Path write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text, UTF_8);
  }

  private static String advice(Path approved, Path received) {
    return "Compare %s with %s; if it is as it should be, run the test with -Dapprove=true"
        .formatted(approved, received);
  }

  /** The first line in which two texts differ. */
  static String difference(String expected, String received) {
    List<String> before = List.of(expected.split("\n", -1));
    List<String> now = List.of(received.split("\n", -1));
    int line = 0;
    while (line < before.size() && line < now.size() && before.get(line).equals(now.get(line))) {
      line++;
    }
    return "line %d\nexpected: %s\nreceived: %s"
        .formatted(line + 1, at(before, line), at(now, line));
  }

  private static String at(List<String> lines, int line) {
    return line < lines.size() ? lines.get(line) : "(the end)";
  }
}
