package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.JOINER;
import static dev.crawlsieve.core.fingerprint.CharTable.SYMBOL;
import static dev.crawlsieve.core.fingerprint.CharTable.WORD;
import static dev.crawlsieve.core.fingerprint.CharTable.folded;
import static dev.crawlsieve.core.fingerprint.CharTable.type;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;

/**
 * Tokens are words.
 *
 * <p>The rules are those of Unicode's default word boundaries (UAX #29), simplified:
 *
 * <ul>
 *   <li>a word is a run of letters, digits and their marks: {@code Straße}, {@code 42}, {@code
 *       H₂O};
 *   <li>an apostrophe, connector or middle dot between two letters or digits joins them: {@code
 *       don't}, {@code MAX_VALUE}; all apostrophes are one character; other punctuation separates:
 *       {@code 3.14} is two words;
 *   <li>Han, Kana, Thai, Lao, Khmer and Myanmar, written without spaces, have one token per {@link
 *       #clusters}, so that a shingle is a run of what their readers see as characters;
 *   <li>format characters (soft hyphen, zero width joiner, direction marks) are ignored;
 *   <li>a mark without a letter is dropped; a symbol is dropped or, by setting, a token of its own.
 * </ul>
 *
 * <p>Canonically equivalent spellings ({@code é} as one or two code points) are different tokens.
 */
final class WordTokenizer extends Tokenizer {

  private final boolean symbolsAreTokens;
  private final boolean dropStopWords;

  /** A mask of the bits that mark ASCII capitals; 0 if case is not folded. */
  private final long capitals;

  WordTokenizer(ShingleSettings settings, HashKeys keys) {
    super(settings.foldCase(), keys);
    symbolsAreTokens = settings.keepPunctuation();
    dropStopWords = !settings.keepStopWords();
    capitals = settings.foldCase() ? EightAscii.EACH : 0;
  }

  @Override
  void scan(byte[] utf8, int length) {
    int i = 0;
    while (i < length) {
      int entry = table.at(utf8, i);
      int type = type(entry);
      if (type == WORD) {
        i = word(utf8, i);
      } else if (type == ALONE) {
        i = clusters(utf8, i);
      } else {
        int end = i + Utf8Chars.length(utf8[i]);
        if (symbolsAreTokens && (type == SYMBOL || type == JOINER)) {
          long hash = TokenHash.step(seed, folded(entry));
          emit(TokenHash.finish(hash), utf8, i, end);
        }
        i = end;
      }
    }
  }

  /** Reads the word that starts here and returns the position of its end. */
  private int word(byte[] utf8, int start) {
    long hash = seed;
    int i = start;
    while (true) {
      // Most words consist of ASCII letters and digits: read eight of them at a time.
      long eight = EightAscii.load(utf8, i);
      long letters = EightAscii.alphanumeric(eight) & ~eight;
      int count = EightAscii.before(letters ^ EightAscii.EACH);
      long folded = eight | (letters & capitals & (eight << 1) & ~(eight << 2)) >>> 2;
      for (int k = 0; k < count; k++) {
        hash = TokenHash.step(hash, folded & 0xff);
        folded >>>= Byte.SIZE;
      }
      i += count;
      if (count == Long.BYTES) {
        continue;
      }
      // Letters of one length, which most other words are made of, with few operations each.
      while (Utf8Chars.isOfTwo(utf8[i])) {
        int two = table.ofTwo(utf8, i);
        if (two >= ALONE) {
          break;
        }
        hash = TokenHash.step(hash, folded(two));
        i += 2;
      }
      while (Utf8Chars.isOfThree(utf8[i])) {
        int three = table.ofThree(utf8, i);
        if (three >= ALONE) {
          break;
        }
        hash = TokenHash.step(hash, folded(three));
        i += 3;
      }
      int entry = table.at(utf8, i); // NUL after the text
      while (entry < ALONE) {
        hash = TokenHash.step(hash, folded(entry));
        i += Utf8Chars.length(utf8[i]);
        entry = table.at(utf8, i);
      }
      int type = type(entry);
      int next = i + Utf8Chars.length(utf8[i]);
      if (type == JOINER && wordStartsAt(utf8, next)) {
        hash = TokenHash.step(hash, folded(entry));
      } else if (type != FORMAT) {
        break;
      }
      i = next;
    }
    hash = TokenHash.finish(hash);
    if (!dropStopWords || !StopWords.contain(utf8, start, i)) {
      emit(hash, utf8, start, i);
    }
    return i;
  }
}
