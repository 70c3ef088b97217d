package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two releases of one documentation, side by side: what is dropped must not depend on names. */
class LayoutsTest {

  private static final int CLASSES = 40;
  private static final int WORDS = 300;
  private static final int LETTERS = 26;

  /** One class in so many was rewritten. */
  private static final int REWRITTEN = 4;

  /** One word in so many is another one in an item of the same name. */
  private static final int SWAPPED = 40;

  private static final List<String> FIRST = List.of("foo/1.2.3/", "foo/1.3.0/");

  /** How a class page of a JDK is headed. */
  private enum Heading {
    NONE("<h2>Class River%d</h2>"),
    SHORT("<h1>River%d</h1>"),
    WITH_KIND("<h1>Class River%d</h1>");

    private final String html;

    Heading(String html) {
      this.html = html;
    }
  }

  @TempDir private Path folder;

  private final BodyFingerprinter fingerprinter = new BodyFingerprinter();

  @ParameterizedTest
  @CsvSource({
    "lang-3.12.0/, lang-3.14.0/",
    "commons-lang3-3.12.0/, commons-lang3-3.14.0/",
    "x3-3.12.0-javadoc.jar/, x3-3.14.0-javadoc.jar/",
    "lib2to3-1.0/, lib2to3-1.1/",
    "foo1/, foo2/",
    "doc/v3/, doc/v4/",
    "doc/3/, doc/4/",
    "old/html/, new/html/",
    "before/, after/",
    "fa17/docs/, sp18/docs/",
    "2023-05-01/, 2024-06-02/",
    "doc/2023/05/, doc/2024/06/",
  })
  void shouldDropTheSamePagesUnderAnyNameOfAFolder(String one, String two) throws Exception {
    List<String> named = List.of(one, two);
    for (Heading before : Heading.values()) {
      for (Heading after : Heading.values()) {
        Set<Integer> dropped = dropped(FIRST, before, after);
        assertThat(dropped).hasSize(CLASSES - CLASSES / REWRITTEN);
        assertThat(dropped(named, before, after)).as(before + ", " + after).isEqualTo(dropped);
      }
    }
  }

  /** The classes that the second release has as the first has them. */
  private Set<Integer> dropped(List<String> releases, Heading before, Heading after)
      throws Exception {
    Set<Integer> dropped = new TreeSet<>();
    try (Sieve sieve = sieve()) {
      for (int i = 0; i < CLASSES; i++) {
        assertThat(decide(sieve, releases.get(0), i, page(i, "3.12.0", before, i)).kind()).isNull();
      }
      for (int i = 0; i < CLASSES; i++) {
        int text = i % REWRITTEN == 0 ? CLASSES + i : i;
        if (decide(sieve, releases.get(1), i, page(i, "3.14.0", after, text)).kind() != null) {
          dropped.add(i);
        }
      }
    }
    return dropped;
  }

  private Sieve sieve() throws IOException {
    return Sieve.open(Files.createTempDirectory(folder, "sieve"));
  }

  private Verdict decide(Sieve sieve, String release, int number, String html) throws Exception {
    return decide(sieve, release + "org/apache/rivers/River" + number + ".html", html);
  }

  private Verdict decide(Sieve sieve, String path, String html) throws Exception {
    String url = "http://localhost/" + path;
    return sieve.decide(fingerprinter.fingerprint(url, html.getBytes(UTF_8), "text/html"));
  }

  private static String page(int number, String release, Heading heading, int text) {
    String title = "River" + number + " (Apache Rivers and Mills " + release + " API)";
    return page(title, heading.html.formatted(number), words(text, WORDS));
  }

  private static String page(String title, String heading, String text) {
    return "<html><title>%s</title><body><main>%s<p>%s</p></main></body></html>"
        .formatted(title, heading, text);
  }

  private static String words(int text, int count) {
    Random random = new Random(text);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append("word");
      for (int left = random.nextInt(100_000); left > 0; left /= LETTERS) {
        words.append((char) ('a' + left % LETTERS));
      }
      words.append(' ');
    }
    return words.toString();
  }

  /**
   * Found: {@code lang3.Streams} and {@code lang3.stream.Streams}, and the C and the C++ page of
   * one header, were taken for two layouts of one page.
   */
  @ParameterizedTest
  @ValueSource(strings = {"org/rivers/stream/", "org/lakes/", "cpp/string/", "rivers/2020/"})
  void shouldKeepTwoItemsOfOneNameInTwoFolders(String other) throws Exception {
    String title = "Streams - Apache Rivers and Mills API";
    String heading = "<h1>Streams</h1>";
    List<String> words = List.of(words(1, WORDS).split(" "));
    List<String> others = new ArrayList<>(words);
    for (int i = 0; i < WORDS; i += SWAPPED) {
      others.set(i, words.get(i).replace("word", "other"));
    }
    String first = page(title, heading, String.join(" ", words));
    String second = page(title, heading, String.join(" ", others));
    try (Sieve sieve = sieve()) {
      String folder = other.endsWith("string/") ? "c/string/" : "org/rivers/";
      assertThat(decide(sieve, folder + "Streams.html", first).kind()).isNull();
      assertThat(decide(sieve, other + "Streams.html", second).kind()).isNull();
      assertThat(decide(sieve, "print/" + folder + "Streams.html", first).kind())
          .isEqualTo(Verdict.Kind.EXACT);
    }
  }
}
