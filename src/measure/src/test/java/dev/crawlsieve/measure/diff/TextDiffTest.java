package dev.crawlsieve.measure.diff;

import static dev.crawlsieve.measure.diff.TextDiff.Op.ADDED;
import static dev.crawlsieve.measure.diff.TextDiff.Op.REMOVED;
import static dev.crawlsieve.measure.diff.TextDiff.Op.SAME;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.measure.diff.TextDiff.Change;
import dev.crawlsieve.measure.diff.TextDiff.Op;
import dev.crawlsieve.measure.diff.TextDiff.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TextDiffTest {

  @Test
  void shouldCountLinesInCommonOverLinesInUnion() {
    TextDiff diff = TextDiff.of("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive");
    assertThat(diff.common()).isEqualTo(3);
    assertThat(diff.similarity()).isEqualTo(3 / 6.0);
  }

  @Test
  void shouldShowWordsThatChange() {
    TextDiff diff =
        TextDiff.of("Title\nIt rained on Monday in Rome.", "Title\nIt rained on Tuesday in Rome.");
    assertThat(diff.changes())
        .containsExactly(
            new Change(
                2,
                2,
                List.of(
                    new Run(Op.SAME, "It rained on"),
                    new Run(Op.REMOVED, "Monday"),
                    new Run(Op.ADDED, "Tuesday"),
                    new Run(Op.SAME, "in Rome."))));
  }

  @Test
  void shouldShowLinesThatComeOrGo() {
    assertThat(TextDiff.of("a\nb\nc", "a\nc\nd").changes())
        .containsExactly(
            new Change(2, 2, List.of(new Run(Op.REMOVED, "b"))),
            new Change(4, 3, List.of(new Run(Op.ADDED, "d"))));
  }

  @Test
  void shouldCallEmptyTextsNotAlike() {
    assertThat(TextDiff.of("", "\n \r\n").similarity()).isZero();
    assertThat(TextDiff.of("", "").changes()).isEmpty();
    assertThat(TextDiff.of("a", "a\r\n\r\n").similarity()).isEqualTo(1);
  }

  @Test
  void shouldShowAsReplacedWhatIsTooLongToAlign() {
    // every other line is common, but 24,000 lines are too many to find that out
    String a = "first\nold\n" + lines("a", "b") + "old\nlast";
    String b = "first\nnew\n" + lines("a", "c") + "new\nlast";
    TextDiff diff = TextDiff.of(a, b);
    assertThat(diff.linesA()).isEqualTo(12_004);
    assertThat(diff.common()).isEqualTo(2);
    assertThat(diff.changes()).hasSize(1);
    assertThat(diff.changes().get(0).runs()).extracting(Run::op).containsExactly(REMOVED, ADDED);
    // of 6,000 words each, the first are compared
    List<Change> words = TextDiff.of(words("a", 9), words("b", 9)).changes();
    assertThat(words).hasSize(9);
    assertThat(words.get(0).runs()).hasSize(3 * 3_000);
    assertThat(words.get(8).runs()).extracting(Run::op).containsExactly(REMOVED, ADDED, SAME);
  }

  private static String lines(String... prefixes) {
    return IntStream.range(0, 6_000)
        .mapToObj(i -> prefixes[0] + i + "\n" + prefixes[1] + i + "\n")
        .collect(joining());
  }

  /** Lines of 6,000 words, of which every other one is common, after lines that are common. */
  private static String words(String prefix, int lines) {
    String words =
        IntStream.range(0, 3_000).mapToObj(i -> prefix + i + " same" + i).collect(joining(" "));
    return IntStream.range(0, lines)
        .mapToObj(line -> "line " + line + "\n" + words + "\n")
        .collect(joining());
  }
}
