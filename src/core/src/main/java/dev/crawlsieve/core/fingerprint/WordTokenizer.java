package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.JOINER;
import static dev.crawlsieve.core.fingerprint.CharTable.MARK;
import static dev.crawlsieve.core.fingerprint.CharTable.SPACE;
import static dev.crawlsieve.core.fingerprint.CharTable.SURROGATE;
import static dev.crawlsieve.core.fingerprint.CharTable.SYMBOL;
import static dev.crawlsieve.core.fingerprint.CharTable.WORD;
import static dev.crawlsieve.core.fingerprint.CharTable.folded;
import static dev.crawlsieve.core.fingerprint.CharTable.type;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.text.Utf8Text;

/**
 * Tokens are words.
 *
 * <p>The rules are those of Unicode's default word boundaries (UAX #29), simplified:
 *
 * <ul>
 *   <li>a word is a run of letters, digits and their marks: {@code Straße}, {@code 42}, {@code
 *       H₂O};
 *   <li>an apostrophe, connector or middle dot between two of them joins: {@code don't}, {@code
 *       MAX_VALUE}; all apostrophes are one character; other punctuation separates: {@code 3.14} is
 *       two words;
 *   <li>Han, Kana, Thai, Lao, Khmer and Myanmar, written without spaces, have one token per {@link
 *       #cluster}, so that a shingle is a run of what readers take for characters there;
 *   <li>format characters (soft hyphen, zero width joiner, direction marks) are ignored;
 *   <li>a mark without a letter is dropped; a symbol is dropped or, by setting, a token of its own.
 * </ul>
 *
 * <p>Canonically equivalent spellings ({@code é} as one or two code points) are different tokens.
 */
final class WordTokenizer extends Tokenizer {

  /** The shortest run of ASCII bytes that is worth scanning separately. */
  private static final int WHILE = 16;

  private final boolean symbolsAreTokens;
  private final boolean dropStopWords;
  private final boolean fold;
  private final AsciiWords ascii;

  WordTokenizer(ShingleSettings settings, HashKeys keys) {
    super(settings.foldCase(), keys);
    fold = settings.foldCase();
    symbolsAreTokens = settings.keepPunctuation();
    dropStopWords = !settings.keepStopWords();
    ascii = symbolsAreTokens || dropStopWords ? null : new AsciiWords(fold, keys);
  }

  /** Scans stretches of ASCII, up to the blanks around anything else, with a faster scanner. */
  @Override
  int tokenize(Utf8Text text, HashSink sink) {
    if (ascii == null) {
      return tokenize(text.toString(), sink);
    }
    byte[] utf8 = text.utf8();
    ascii.begin(utf8, sink);
    int at = 0;
    while (at < utf8.length) {
      int from = AsciiWords.end(utf8, at);
      int to = from;
      if (from < utf8.length) {
        to = endBeyondAscii(utf8, from);
        while (from > at && utf8[from - 1] > ' ') {
          from--;
        }
      }
      ascii.scan(at, from);
      if (from < to) {
        int unused = tokenize(utf8, from, to, ascii);
      }
      at = to;
    }
    return ascii.finish();
  }

  /** The first blank after which there is only ASCII for a while, or the end. */
  private static int endBeyondAscii(byte[] utf8, int from) {
    int last = from;
    for (int i = from + 1; i < Math.min(utf8.length, last + WHILE); i++) {
      last = utf8[i] < 0 ? i : last;
    }
    int end = last + 1;
    while (end < utf8.length && (utf8[end] < 0 || utf8[end] > ' ')) {
      end++;
    }
    return end;
  }

  @Override
  void scan(char[] chars, int length) {
    int i = 0;
    while (i < length) {
      int entry = entries[chars[i]];
      if (entry < ALONE) {
        i = word(chars, i, length);
      } else if (entry >= SPACE && entry < SURROGATE) {
        i++;
      } else {
        i = other(chars, i, length);
      }
    }
  }

  /** Reads the word that starts here and returns the position of its end. */
  private int word(char[] chars, int start, int length) {
    int[] table = entries;
    long hash = seed;
    int i = start;
    while (true) {
      int entry = table[chars[i]];
      while (entry < ALONE) { // ends at the NUL after the text
        hash = TokenHash.step(hash, entry);
        entry = table[chars[++i]];
      }
      int width = 1;
      if (entry >= SURROGATE) {
        entry = this.table.at(chars, i, length);
        width = type(entry) == SYMBOL ? 1 : 2; // a symbol ends the word, whatever its width
      }
      int type = type(entry);
      if (type == WORD || type == MARK || (type == JOINER && wordStartsAt(chars, i + 1, length))) {
        hash = TokenHash.step(hash, folded(entry));
      } else if (type != FORMAT) {
        break;
      }
      i += width;
    }
    hash = TokenHash.finish(hash);
    if (!dropStopWords || !StopWords.contain(chars, start, i)) {
      emit(hash, chars, start, i);
    }
    return i;
  }

  /** Reads what starts here if it is neither a space nor a word of BMP letters. */
  private int other(char[] chars, int start, int length) {
    int entry = table.at(chars, start, length);
    int end = start + width(chars, start, length);
    switch (type(entry)) {
      case WORD:
        return word(chars, start, length);
      case ALONE:
        return cluster(chars, start, length);
      case SYMBOL, JOINER:
        if (symbolsAreTokens) {
          long hash = TokenHash.step(seed, folded(entry));
          emit(TokenHash.finish(hash), chars, start, end);
        }
        return end;
      default:
        return end;
    }
  }
}
