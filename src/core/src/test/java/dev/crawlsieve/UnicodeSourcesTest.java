package dev.crawlsieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where pages are read, nothing depends on the version of Unicode that a JDK has: characters are
 * those of {@code core.text.Letters}, and names in ASCII are compared by {@code core.text.Ascii}.
 */
@Tag("slow")
class UnicodeSourcesTest {

  private static final List<Path> MODULES =
      Stream.of("core", "sites", "files")
          .map(module -> Path.of("src", module, "src/main/java/dev/crawlsieve", module))
          .toList();

  /** What asks the JDK for letters, case, blanks or normal forms, in sources without comments. */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          String.join(
              "|",
              "\\bCharacter(\\.|::)(is(?!Surrogate|HighSurrogate|LowSurrogate|BmpCodePoint|ISOControl)"
                  + "|get|to(?!Chars|CodePoint|String)|digit|Unicode)",
              "java\\.(text|net\\.IDN)|lang\\.Character\\.Unicode",
              "(?<!name\\(\\)|UCharacter)(\\.|::)to(Low|Upp)erCase\\b|equalsIgnoreCase|compareToIgnoreCase",
              "CASE_INSENSITIVE_ORDER|regionMatches\\(true",
              "(\\.strip(Leading|Trailing)?|\\.isBlank)\\(\\)|String::(strip|isBlank)",
              // Classes of letters in regular expressions, and borders of words.
              "\\\\\\\\([pP]\\{(?!Cntrl|XDigit|Cs)|b\\b|B\\b|X\\b)|UNICODE_C|\\(\\?\\w*[uU]"));

  /** Rooms that may, and why. */
  private static final Map<String, String> EXEMPT =
      Map.ofEntries(
          Map.entry("input", "headers and names of archives, in ASCII"),
          Map.entry("config", "settings"),
          Map.entry("override", "people's files"),
          Map.entry("verdict", "names of constants"),
          Map.entry("cluster", "settings and schemes"),
          Map.entry("sieve", "names of files and formats"),
          Map.entry("table", "names of types, and blanks of JSON"),
          Map.entry("failure", "sentences for people"));

  @Test
  void shouldAskTheJdkForNoLetters() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path module : MODULES) {
      try (Stream<Path> files = Files.walk(module)) {
        for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
          if (!EXEMPT.containsKey(module.relativize(file).getName(0).toString())) {
            find(file, found);
          }
        }
      }
    }
    assertThat(found).isEmpty();
  }

  private static void find(Path file, List<String> found) throws IOException {
    List<String> lines = Files.readAllLines(file, UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      boolean comment = line.startsWith("*") || line.startsWith("/*") || line.startsWith("//");
      if (!comment && FORBIDDEN.matcher(line).find()) {
        found.add("%s:%d: %s".formatted(file, i + 1, line));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Character.isLetter(c)",
        "allMatch(Character::isDigit)",
        "Character.toLowerCase(c)",
        "import java.text.Normalizer;",
        "import java.net.IDN;",
        "import java.lang.Character.UnicodeScript;",
        "text.toLowerCase(Locale.ROOT)",
        "map(String::toUpperCase)",
        "a.equalsIgnoreCase(b)",
        "a.regionMatches(true, 0, b, 0, 1)",
        "text.strip()",
        "filter(String::isBlank)",
        "Pattern.compile(\"[\\\\p{L}]\")",
        "Pattern.compile(\"\\\\bword\\\\b\")",
        "Pattern.compile(\"(?iu)word\")",
        "Pattern.UNICODE_CASE",
      })
  void shouldRecogniseIt(String line) {
    assertThat(line).containsPattern(FORBIDDEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Letters.isLetter(c)",
        "UCharacter.isLetter(c)",
        "Character.isSurrogatePair(a, b)",
        "Character.charCount(c)",
        "name().toLowerCase(Locale.ROOT)",
        "\"\\\"\\\\/\\b\\f\"",
        "Pattern.compile(\"\\\\s\\\\w\\\\d\", Pattern.CASE_INSENSITIVE)",
        "\"\\\\p{Cntrl}\"",
      })
  void shouldLeaveOutWhatIsTheSameInAnyVersion(String line) {
    assertThat(line).doesNotContainPattern(FORBIDDEN);
  }
}
