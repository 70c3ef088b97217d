package dev.crawlsieve.core.text;

import com.ibm.icu.text.Normalizer;
import com.ibm.icu.text.Normalizer2;
import java.util.BitSet;

/** Normalises text to Unicode's normal form C (UAX #15), and recognises characters that need it. */
public final class NormalForm {

  /** Text with only characters below this one is in normal form C. */
  private static final char FIRST_COMBINING = '\u0300';

  private static final int FIRST_EMOJI = 0x1f300;
  private static final int LAST_EMOJI = 0x1faff;

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  private static final BitSet UNSURE = unsure();

  private NormalForm() {}

  /**
   * The text in normal form C, after making it stream-safe: beyond ten marks on one letter, the
   * marks are not sorted across the break.
   */
  public static String of(String text) {
    return NFC.normalize(StreamSafe.of(text));
  }

  /** The text in normal form KC: the letters of ligatures, of full and of half width. */
  public static String compatible(String text) {
    return Normalizer2.getNFKCInstance().normalize(text);
  }

  /** Whether text containing this character may not be in normal form C; true for a surrogate. */
  public static boolean mayLack(int c) {
    return c >= FIRST_COMBINING
        && (c <= Character.MAX_VALUE ? UNSURE.get(c) : c < FIRST_EMOJI || c > LAST_EMOJI);
  }

  private static BitSet unsure() {
    BitSet unsure = new BitSet();
    for (int c = FIRST_COMBINING; c <= Character.MAX_VALUE; c++) {
      boolean sure =
          !Character.isSurrogate((char) c)
              && NFC.getCombiningClass(c) == 0
              && NFC.quickCheck(Character.toString(c)) == Normalizer.YES;
      unsure.set(c, !sure);
    }
    return unsure;
  }
}
