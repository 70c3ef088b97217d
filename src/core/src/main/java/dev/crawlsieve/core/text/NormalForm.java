package dev.crawlsieve.core.text;

import java.text.Normalizer;
import java.util.BitSet;

/** Normalises text to Unicode's normal form C (UAX #15), and recognises characters that need it. */
public final class NormalForm {

  /** Text with only characters below this one is in normal form C. */
  private static final char FIRST_COMBINING = '\u0300';

  // The jamo that compose syllables: the only characters besides marks that may combine with a
  // preceding one.
  private static final char FIRST_JAMO = '\u1100';
  private static final char LAST_JAMO = '\u11ff';

  private static final int FIRST_EMOJI = 0x1f300;
  private static final int LAST_EMOJI = 0x1faff;

  private static final BitSet UNSURE = unsure();

  private NormalForm() {}

  /**
   * The text in normal form C, after making it stream-safe: beyond 30 marks on one letter, the
   * marks are not sorted across the break.
   */
  public static String of(String text) {
    return Normalizer.normalize(StreamSafe.of(text), Normalizer.Form.NFC);
  }

  /** Whether text containing this character may not be in normal form C; true for a surrogate. */
  public static boolean mayLack(int c) {
    return c >= FIRST_COMBINING
        && (c <= Character.MAX_VALUE ? UNSURE.get(c) : c < FIRST_EMOJI || c > LAST_EMOJI);
  }

  private static BitSet unsure() {
    BitSet unsure = new BitSet();
    for (int c = FIRST_COMBINING; c <= Character.MAX_VALUE; c++) {
      boolean unsurely =
          (c >= FIRST_JAMO && c <= LAST_JAMO)
              || switch (Character.getType(c)) {
                case Character.NON_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.UNASSIGNED,
                    Character.SURROGATE ->
                    true;
                default -> !Normalizer.isNormalized(Character.toString(c), Normalizer.Form.NFC);
              };
      unsure.set(c, unsurely);
    }
    return unsure;
  }
}
