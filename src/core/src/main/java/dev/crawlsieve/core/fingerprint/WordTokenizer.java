package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.JOINER;
import static dev.crawlsieve.core.fingerprint.CharTable.MARK;
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

  /** The hashes of the first bytes of eight, by their number. */
  private final long[] hashes = new long[Long.BYTES + 1];

  /** A mask of the bits that mark ASCII capitals; 0 if case is not folded. */
  private final long capitals;

  WordTokenizer(ShingleSettings settings, HashKeys keys) {
    super(settings.foldCase(), keys);
    symbolsAreTokens = settings.keepPunctuation();
    dropStopWords = !settings.keepStopWords();
    capitals = settings.foldCase() ? EightAscii.EACH : 0;
  }

  @Override
  boolean readsParts() {
    return true;
  }

  @Override
  void scan(byte[] utf8, int from, int to) {
    int i = from;
    while (i < to) {
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

  /**
   * {@inheritDoc}
   *
   * <p>Most words are words of a block as well. What is between two blanks and does not consist of
   * such words alone is read twice.
   */
  @Override
  void scanBlock(byte[] utf8, int from, int to, BlockHasher hasher) {
    if (symbolsAreTokens || dropStopWords || capitals == 0) {
      super.scanBlock(utf8, from, to, hasher);
      return;
    }
    int i = from;
    while (i < to) {
      byte first = utf8[i];
      if (first >= 0 && !isAlphanumeric(first)) {
        i++;
        continue;
      }
      int end = isDigit(first) ? i : commonWord(utf8, i, hasher);
      if (end == i) {
        end = blank(utf8, i, to);
        scan(utf8, i, end);
        hasher.words(utf8, i, end);
      }
      i = end;
    }
  }

  /**
   * Reads the word that starts here and returns the position of its end; or reads nothing and
   * returns its start, unless it is the same word for {@link BlockHasher}: letters, their marks and
   * digits up to an ASCII character that joins no words.
   */
  private int commonWord(byte[] utf8, int start, BlockHasher hasher) {
    // Words differ in length, so a branch at their end would be mispredicted: the hashes of all
    // eight first bytes are computed, and the one that is wanted is chosen.
    long hash = seed;
    int i = start;
    int count = utf8[i] < 0 ? 0 : Long.BYTES;
    while (count == Long.BYTES) {
      long eight = EightAscii.load(utf8, i);
      long letters = EightAscii.alphanumeric(eight) & ~eight;
      count = EightAscii.before(letters ^ EightAscii.EACH);
      long folded = eight | (letters & (eight << 1) & ~(eight << 2)) >>> 2;
      for (int k = 0; k < Long.BYTES; k++) {
        hashes[k] = hash;
        hash = TokenHash.step(hash, folded & 0xff);
        folded >>>= Byte.SIZE;
      }
      hashes[Long.BYTES] = hash;
      hash = hashes[count];
      i += count;
    }
    long ofBytes = hash; // the hash for a block, which is of bytes
    for (byte c = utf8[i]; c < 0 || isAlphanumeric(c); c = utf8[i]) {
      int entry;
      if (c >= 0) {
        entry = table.at(utf8, i);
        ofBytes = TokenHash.step(ofBytes, folded(entry));
        i++;
      } else if (!BlockHasher.isLetter(c)) {
        return start;
      } else if (Utf8Chars.isOfTwo(c)) {
        entry = table.ofTwo(utf8, i);
        ofBytes = TokenHash.step(TokenHash.step(ofBytes, c & 0xff), utf8[i + 1] & 0xff);
        i += 2;
      } else if (Utf8Chars.isOfThree(c)) {
        entry = table.ofThree(utf8, i);
        ofBytes = TokenHash.step(TokenHash.step(ofBytes, c & 0xff), utf8[i + 1] & 0xff);
        ofBytes = TokenHash.step(ofBytes, utf8[i + 2] & 0xff);
        i += 3;
      } else {
        return start;
      }
      if (entry >= (hash == seed ? MARK : ALONE)) { // no word begins with a mark
        return start;
      }
      hash = TokenHash.step(hash, folded(entry));
    }
    if (utf8[i] == '\'' || utf8[i] == '_') {
      return start;
    }
    emit(TokenHash.finish(hash), utf8, start, i);
    hasher.word(TokenHash.mix(ofBytes));
    return i;
  }

  /** The position of the next white space, or {@code to}. */
  private static int blank(byte[] utf8, int from, int to) {
    int i = from;
    while (i < to && (utf8[i] < 0 || utf8[i] > ' ')) {
      i++;
    }
    return i;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isAlphanumeric(byte c) {
    return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
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
