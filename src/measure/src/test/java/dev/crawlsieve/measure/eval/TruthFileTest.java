package dev.crawlsieve.measure.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TruthFileTest {

  @TempDir private static Path folder;

  private static final Set<String> PAGES = Set.of("http://a/", "http://b/", "http://c/");

  private static List<TruthPair> read(String... lines) throws Exception {
    return TruthFile.read(file(String.join("\n", lines))).pairs(TruthFileTest::find);
  }

  private static Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("truth.tsv"), text);
  }

  private static Optional<String> find(String url) {
    return Optional.of(url.toLowerCase(Locale.ROOT)).filter(PAGES::contains);
  }

  @Test
  void shouldReadPairsAndSkipCommentsAndBlankLines() throws Exception {
    List<TruthPair> truth =
        read(
            "\ufeff# judged in May\r",
            "",
            "http://a/\thttp://b/\t1\r",
            " \t",
            "http://a/\thttp://c/\t0 ",
            "http://b/\t http://c/\t?",
            "http://b/\thttp://a/\t1");
    assertThat(truth)
        .containsExactly(
            new TruthPair("http://a/", "http://b/", Label.DUPLICATE, 0),
            new TruthPair("http://a/", "http://c/", Label.DIFFERENT, 0),
            new TruthPair("http://b/", "http://c/", Label.UNDECIDED, 0));
    assertThat(read("http://a/\thttp://b/\t1\t12.5", "http://a/\thttp://c/\t0\t3"))
        .containsExactly(
            new TruthPair("http://a/", "http://b/", Label.DUPLICATE, 12.5),
            new TruthPair("http://a/", "http://c/", Label.DIFFERENT, 3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a/ http://b/ 1        | line 2: 1 column, must be 3",
        "http://a/>http://b/          | line 2: 2 columns, must be 3",
        "http://a/>http://b/>1>x      | line 2: the weight is 'x', must be a number above 0",
        "http://a/>http://b/>1>0.0    | line 2: the weight is '0.0', must be a number above 0",
        "http://a/>http://b/>1>2>3    | line 2: 5 columns, must be 3",
        "http://a/>http://b/>yes      | line 2: the label is 'yes', must be 1, 0 or ?",
        "http://a/>http://b/>         | line 2: the label is '', must be 1, 0 or ?",
        "http://a/>http://x/>1        | line 2: no page has the URL 'http://x/'",
        "http://a/>http://a/>1        | line 2: the page 'http://a/' is paired with itself",
        "http://c/>http://b/>0        | line 2: the pair is labelled 0, but 1 on line 1",
        "http://c/>http://b/>?        | line 2: the pair is labelled ?, but 1 on line 1"
      })
  void shouldNameTheLineThatIsWrong(String line, String message) {
    String file = "http://b/\thttp://c/\t1\n" + line.replace('>', '\t') + "\n";
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(SieveException.class)
        .hasMessageStartingWith(folder.resolve("truth.tsv") + ", " + message);
  }

  @Test
  void shouldNameTheLineThatContradictsUnderAnotherFormOfAUrl() {
    assertThatThrownBy(() -> read("http://a/\thttp://b/\t1", "HTTP://B/\thttp://A/\t0"))
        .hasMessageContaining("line 2: the pair is labelled 0, but 1 on line 1");
    assertThatThrownBy(() -> read("http://a/\tHTTP://A/\t1"))
        .hasMessageContaining("line 1: the page 'http://a/' is paired with itself");
  }

  @Test
  void shouldLeaveOutPairsOfUnknownPagesWhenAsked() throws Exception {
    TruthFile file = TruthFile.read(file("http://a/\thttp://x/\t1\nhttp://a/\thttp://b/\t0\n"));
    assertThat(file.urls()).containsExactly("http://a/", "http://x/", "http://b/");
    assertThat(file.knownPairs(TruthFileTest::find))
        .containsExactly(new TruthPair("http://a/", "http://b/", Label.DIFFERENT, 0));
  }

  @Test
  void shouldRefuseAFileWithoutPairs() {
    assertThatThrownBy(() -> read("# nothing\n")).hasMessageContaining("contains no pair");
  }

  @Test
  void shouldKeepConnectedPagesInOneHalf() {
    List<TruthPair> pairs =
        IntStream.range(0, 400)
            .mapToObj(
                i -> {
                  String group = "http://" + i / 4 + "/";
                  return new TruthPair(group + i % 4, group + (i % 4 + 1), Label.DUPLICATE, 0);
                })
            .toList();
    TruthHalves halves = TruthHalves.of(pairs, 7);
    Set<String> groups = hosts(halves.choosing());
    assertThat(groups).hasSizeBetween(30, 70);
    assertThat(hosts(halves.reporting()))
        .hasSize(100 - groups.size())
        .doesNotContainAnyElementsOf(groups);
    assertThat(halves).isEqualTo(TruthHalves.of(pairs, 7));
    assertThat(halves).isNotEqualTo(TruthHalves.of(pairs, 8));
  }

  private static Set<String> hosts(List<TruthPair> pairs) {
    return pairs.stream()
        .map(p -> p.urlA().substring(0, p.urlA().lastIndexOf('/')))
        .collect(Collectors.toSet());
  }
}
