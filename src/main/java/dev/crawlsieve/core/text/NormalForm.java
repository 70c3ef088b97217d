package dev.crawlsieve.core.text;

import java.text.Normalizer;
import java.util.BitSet;

/** Which characters a text may hold and be in Unicode's normal form C for sure (UAX #15). */
public final class NormalForm {

  /** Below it every text is in normal form C. */
  private static final char FIRST_COMBINING = '\u0300';

  // The jamo that syllables are put together from, the only characters besides marks that may be
  // put together with the one before.
  private static final char FIRST_JAMO = '\u1100';
  private static final char LAST_JAMO = '\u11ff';

  private static final int FIRST_EMOJI = 0x1f300;
  private static final int LAST_EMOJI = 0x1faff;

  private static final BitSet UNSURE = unsure();

  private NormalForm() {}

  /**
   * A text in normal form C, made safe for streams before: what is beyond 30 marks on one letter is
   * not sorted among the others.
   */
  public static String of(String text) {
    return Normalizer.normalize(StreamSafe.of(text), Normalizer.Form.NFC);
  }

  /** Whether a text with this character may not be in the normal form; true for a surrogate. */
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
