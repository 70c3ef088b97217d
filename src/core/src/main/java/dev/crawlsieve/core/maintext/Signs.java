package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.Utf8Chars;

/** Counts signs in a run's text; done on demand, since it is needed for few runs. */
final class Signs {

  private Signs() {}

  /**
   * Number of signs in a run that end sentences.
   *
   * @param utf8 holds the run's text
   */
  static int sentenceEnds(TextRun run, byte[] utf8) {
    int sentenceEnds = 0;
    for (int i = run.start; i < run.end; i += Utf8Chars.length(utf8[i])) {
      int c = Utf8Chars.character(utf8, i);
      sentenceEnds += c > ' ' && !RunText.isOfWord(c) && endsSentence((char) c) ? 1 : 0;
    }
    return sentenceEnds;
  }

  /** Number of decimal digits in a run. */
  static int digits(TextRun run, byte[] utf8) {
    int digits = 0;
    for (int i = run.start; i < run.end; i += Utf8Chars.length(utf8[i])) {
      digits += Letters.isDigit(Utf8Chars.character(utf8, i)) ? 1 : 0;
    }
    return digits;
  }

  static boolean isComma(char c) {
    return switch (c) {
      case ',', '\u060c', '\u3001', '\uff0c', '\uff64', '\ufe50', '\ufe10' -> true;
      default -> false;
    };
  }

  static boolean endsSentence(char c) {
    return switch (c) {
      case '.', '!', '?', '\u3002', '\uff01', '\uff1f', '\u061f', '\u06d4', '\u0964', '\u2026' ->
          true;
      default -> false;
    };
  }
}
