package dev.crawlsieve.core.maintext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.maintext.TextRun.Separator;
import dev.crawlsieve.core.text.MarkedTexts;
import dev.crawlsieve.core.text.NormalForm;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Normalising each run once gives what normalising the joined text and each block does. */
class RunTextsPropertyTest {

  private record Piece(String text, Separator separator, boolean kept) {}

  @Property
  void shouldNormaliseAsStringsAreNormalised(@ForAll("pieces") List<Piece> pieces) {
    Pages pages = new Pages(pieces);
    RunTexts texts =
        new RunTexts(
            pages.outline, pages.classification, new boolean[pages.classification.runs().size()]);
    assertThat(texts.joined(true).utf8()).isEqualTo(pages.joined(true));
    assertThat(texts.joined(false).utf8()).isEqualTo(pages.joined(false));
    for (int i = 0; i < pages.runs.size(); i++) {
      assertThat(Arrays.copyOfRange(texts.utf8(), texts.start(i), texts.end(i)))
          .isEqualTo(pages.normal(pages.outline.text(pages.runs.get(i))));
    }
  }

  @Test
  void shouldComposeWithTheEndOfTheRunBefore() {
    Pages pages =
        new Pages(
            List.of(
                new Piece("cafe", Separator.LINE, true),
                new Piece("\u0301s", Separator.NONE, true)));
    RunTexts texts =
        new RunTexts(
            pages.outline, pages.classification, new boolean[pages.classification.runs().size()]);
    assertThat(texts.joined(true)).hasToString("caf\u00e9s");
    assertThat(texts.end(1) - texts.start(1)).isEqualTo(3);
  }

  @Provide
  Arbitrary<List<Piece>> pieces() {
    Arbitrary<String> texts =
        Arbitraries.oneOf(
            MarkedTexts.any(), Arbitraries.of("plain", "\u0e17\u0e35\u0e48", "\u093f".repeat(7)));
    return Combinators.combine(
            texts, Arbitraries.of(Separator.values()), Arbitraries.of(true, true, false))
        .as(Piece::new)
        .list()
        .ofMaxSize(6);
  }

  /** A page, and its texts made from strings. */
  private static final class Pages {

    private final List<TextRun> runs = new ArrayList<>();
    private final Outline outline;
    private final Classification classification;

    Pages(List<Piece> pieces) {
      RunText text = new RunText();
      Container root = new Container(null, "body", Tag.BODY, 0);
      List<Reason> reasons = new ArrayList<>();
      for (Piece piece : pieces) {
        TextRun run = new TextRun(root, piece.separator, text.length());
        byte[] utf8 = Utf8Chars.encode(piece.text);
        text.append(utf8, 0, utf8.length, run, false);
        text.end(run);
        runs.add(run);
        reasons.add(piece.kept ? Reason.IN_MAIN : Reason.OUTSIDE);
      }
      outline =
          new Outline(
              text.utf8(),
              text.length(),
              !text.mayNeedNormalizing(),
              runs,
              List.of(root),
              new int[0],
              "",
              List.of(),
              "");
      classification =
          new Classification(
              runs, reasons.toArray(new Reason[0]), new Container[runs.size()], false);
    }

    byte[] normal(String text) {
      return (outline.normalized() ? text : NormalForm.of(text)).getBytes(UTF_8);
    }

    byte[] joined(boolean kept) {
      StringBuilder text = new StringBuilder();
      Separator separator = Separator.NONE;
      for (int i = 0; i < runs.size(); i++) {
        Separator own = runs.get(i).separator;
        separator = own.compareTo(separator) > 0 ? own : separator;
        if (classification.reasons()[i].keeps() == kept) {
          String between = separator == Separator.LINE ? "\n" : " ";
          text.append(text.isEmpty() || separator == Separator.NONE ? "" : between);
          text.append(outline.text(runs.get(i)));
          separator = Separator.NONE;
        }
      }
      return normal(text.toString());
    }
  }
}
