package dev.crawlsieve.core.text;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/** Texts of which few are in normal form C. */
public final class MarkedTexts {

  private MarkedTexts() {}

  /** Letters of several scripts, and marks that change, sort or compose with some of them. */
  public static Arbitrary<String> any() {
    Arbitrary<String> usual =
        Arbitraries.of("a", "e", " ", "\u00e9", "\u0438", "\u05d1", "\u0628", "\u0915", "\u0e01");
    Arbitrary<String> rarer =
        Arbitraries.of(
            "\u1ea1",
            "\u1100",
            "\ufdf2",
            "\ufe8d",
            "\u1161",
            "\u11a8",
            "\uac00",
            "\uac01",
            "\u3046",
            "\u4e2d",
            "\u0958",
            "\u2126",
            "\ufb2a",
            "\uff76",
            "\ud87e\udc00",
            "\ud83d\ude00",
            "\ud800",
            "\udc00",
            "\u034f");
    Arbitrary<String> marks =
        Arbitraries.of(
            "\u0301",
            "\u0323",
            "\u0316",
            "\u0306",
            "\u0344",
            "\u0345",
            "\u05b8",
            "\u05bc",
            "\u064b",
            "\u0651",
            "\u0654",
            "\u093c",
            "\u093e",
            "\u094d",
            "\u09be",
            "\u09c7",
            "\u09cb",
            "\u0ccb",
            "\u0cd5",
            "\u0cc6",
            "\u0e38",
            "\u0e48",
            "\u0f73",
            "\u3099",
            "\uff9e",
            "\ud834\udd65",
            "\ud804\udcba",
            "\ud81b\udd67");
    Arbitrary<Integer> any =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 0xffff),
            Arbitraries.integers().between(0x10000, 0x10ffff));
    return Arbitraries.frequencyOf(
            Tuple.of(6, usual),
            Tuple.of(2, rarer),
            Tuple.of(8, marks),
            Tuple.of(1, marks.map(mark -> mark.repeat(9))),
            Tuple.of(1, any.map(Character::toString)))
        .list()
        .ofMaxSize(40)
        .map(pieces -> String.join("", pieces));
  }
}
