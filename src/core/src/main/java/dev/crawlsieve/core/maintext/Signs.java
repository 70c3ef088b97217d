package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Utf8Chars;

/**
 * Punctuation in a run's text, counted on demand, since few runs need it.
 *
 * @param punctuation number of characters that are neither blank nor part of a word
 * @param sentenceEnds number of those that end sentences
 */
record Signs(int punctuation, int sentenceEnds) {

  /** Counts the punctuation of a run whose text is within {@code utf8}. */
  static Signs of(TextRun run, byte[] utf8) {
    int punctuation = 0;
    int sentenceEnds = 0;
    for (int i = run.start; i < run.end; i += Utf8Chars.length(utf8[i])) {
      int c = utf8[i] >= 0 ? utf8[i] : Utf8Chars.codePoint(utf8, i);
      if (c > ' ' && !RunText.isOfWord(c)) {
        punctuation++;
        sentenceEnds += endsSentence((char) c) ? 1 : 0;
      }
    }
    return new Signs(punctuation, sentenceEnds);
  }

  /** Number of ASCII digits in a run. */
  static int digits(TextRun run, byte[] utf8) {
    int digits = 0;
    for (int i = run.start; i < run.end; i++) {
      digits += utf8[i] >= '0' && utf8[i] <= '9' ? 1 : 0;
    }
    return digits;
  }

  static boolean isComma(char c) {
    return switch (c) {
      case ',', '\u060c', '\u3001', '\uff0c', '\uff64', '\ufe50', '\ufe10' -> true;
      default -> false;
    };
  }

  private static boolean endsSentence(char c) {
    return switch (c) {
      case '.', '!', '?', '\u3002', '\uff01', '\uff1f', '\u061f', '\u06d4', '\u0964', '\u2026' ->
          true;
      default -> false;
    };
  }
}
