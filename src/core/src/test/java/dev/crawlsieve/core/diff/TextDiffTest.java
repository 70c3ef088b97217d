package dev.crawlsieve.core.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.diff.TextDiff.Change;
import dev.crawlsieve.core.diff.TextDiff.Op;
import dev.crawlsieve.core.diff.TextDiff.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextDiffTest {

  @Test
  void shouldCountLinesInCommonOverLinesInUnion() {
    TextDiff diff = TextDiff.of("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive");
    assertThat(diff.common()).isEqualTo(3);
    assertThat(diff.similarity()).isEqualTo(3 / 6.0);
    assertThat(TextDiff.similarity("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive"))
        .isEqualTo(0.5);
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
}
