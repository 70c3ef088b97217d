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

  WordTokenizer(ShingleSettings settings, HashKeys keys) {
    super(settings.foldCase(), keys);
    symbolsAreTokens = settings.keepPunctuation();
    dropStopWords = !settings.keepStopWords();
  }

  @Override
  void scan(char[] chars, int length) {
    int i = 0;
    while (i < length) {
      int entry = entries[chars[i]];
      if (entry < ALONE) {
        i = word(chars, i, length);
      } else if (entry < MARK) {
        i = clusters(chars, i, length);
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
        width = type(entry) == SYMBOL ? 1 : 2; // a symbol ends the word, however wide
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

  /** Reads what starts here if it is neither a space nor a letter of the BMP. */
  private int other(char[] chars, int start, int length) {
    int entry = table.at(chars, start, length);
    int end = start + width(chars, start, length);
    switch (type(entry)) {
      case WORD:
        return word(chars, start, length);
      case ALONE:
        return clusters(chars, start, length);
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
