package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Reading eight bytes at a time gives the same result as {@link WhiteSpace} for the same string.
 */
class Utf8LinesPropertyTest {

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> ordinary =
        Arbitraries.of("a", "word", "seven77", "eight888", "a longer run of words", ".", "~", "!");
    Arbitrary<String> parting =
        Arbitraries.of(
            " ", " ", "\n", "  ", "\r\n", "\n\n", "\t", " \n", "\n ", "\u0000", "\u007f");
    Arbitrary<String> beyond =
        Arbitraries.of(
            "é",
            "ß",
            "\u00a0",
            "\u0085",
            "\u00ad",
            "\u200b",
            "\ufeff",
            "\u2028",
            "\u2029",
            "\u3000",
            "\u1680",
            "e\u0301",
            "\u0301",
            "日本",
            "😀",
            "\u1100\u1161",
            "\ud7ff",
            "\ue000",
            "\uffff",
            "\udbff\udfff");
    return Arbitraries.frequencyOf(
            Tuple.of(12, ordinary), Tuple.of(8, parting), Tuple.of(1, beyond))
        .list()
        .ofMaxSize(60)
        .map(pieces -> String.join("", pieces));
  }

  @Property
  void shouldCollapseAsStringsAreCollapsed(@ForAll("texts") String text) {
    assertThat(collapsed(text.getBytes(UTF_8), 0)).isEqualTo(WhiteSpace.collapsed(text, true));
  }

  @Property
  void shouldBeginWhereItIsTold(@ForAll("texts") String before, @ForAll("texts") String text) {
    byte[] first = before.getBytes(UTF_8);

    assertThat(collapsed((before + text).getBytes(UTF_8), first.length))
        .isEqualTo(WhiteSpace.collapsed(text, true));
  }

  @Property
  void shouldRefuseMalformedBytesOnly(@ForAll("texts") String text, @ForAll byte other) {
    byte[] spoilt = (text + "\u00e9 and more").getBytes(UTF_8);
    spoilt[spoilt.length / 2] = other;
    boolean wellFormed = new String(spoilt, UTF_8).getBytes(UTF_8).length == spoilt.length;
    Utf8Text collapsed = Utf8Lines.collapsed(spoilt, 0);

    if (collapsed == null) {
      assertThat(new String(spoilt, UTF_8)).contains("\ufffd");
    } else {
      assertThat(wellFormed).isTrue();
      assertThat(collapsed.toString())
          .isEqualTo(WhiteSpace.collapsed(new String(spoilt, UTF_8), true));
    }
  }

  private static String collapsed(byte[] utf8, int from) {
    byte[] before = utf8.clone();
    Utf8Text collapsed = Utf8Lines.collapsed(utf8, from);
    assertThat(utf8).isEqualTo(before);
    assertThat(collapsed.utf8()).isEqualTo(collapsed.toString().getBytes(UTF_8));
    return collapsed.toString();
  }
}
