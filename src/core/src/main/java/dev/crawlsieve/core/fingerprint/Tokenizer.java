package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.JOINER;
import static dev.crawlsieve.core.fingerprint.CharTable.MARK;
import static dev.crawlsieve.core.fingerprint.CharTable.WORD;
import static dev.crawlsieve.core.fingerprint.CharTable.folded;
import static dev.crawlsieve.core.fingerprint.CharTable.type;

import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Utf8Chars;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into tokens, its words, and hashes them, without an object per token.
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
 *   <li>symbols, and marks without a letter, are dropped.
 * </ul>
 *
 * <p>Canonically equivalent spellings ({@code é} as one or two code points) are different tokens.
 *
 * <p>Linear in the text's length for any sequence of {@code char}s. Not thread-safe: buffers are
 * reused.
 */
public final class Tokenizer {

  private static final int KHMER_COENG = 0x17d2;
  private static final int MYANMAR_VIRAMA = 0x1039;

  /** Longest text, in bytes, whose buffer is kept for the next one. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final HashSink NOWHERE = (hashes, n) -> {};

  /** The state of a hash before the first code point. */
  private final long seed;

  private final CharTable table = CharTable.TABLE;
  private final long[] block = new long[HashSink.BLOCK];
  private int count;
  private byte[] buffer = new byte[1 << 13];
  private HashSink sink = NOWHERE;
  private long flushed;
  private @Nullable List<String> strings;

  /** The hashes of the first bytes of eight, by their number. */
  private final long[] hashes = new long[Long.BYTES + 1];

  /** A tokenizer without a seed. */
  public Tokenizer() {
    this(HashKeys.PUBLIC);
  }

  Tokenizer(HashKeys keys) {
    seed = keys.token();
  }

  /**
   * Passes the hashes of a text's tokens to a sink, in order.
   *
   * @return number of tokens
   */
  int tokenize(String text, HashSink sink) {
    return tokenize(Utf8Text.of(Utf8Chars.encode(text)), sink);
  }

  /** Does the same as {@link #tokenize(String, HashSink)}, from the bytes. */
  int tokenize(Utf8Text text, HashSink sink) {
    byte[] utf8 = begin(text, sink);
    scan(utf8, 0, text.utf8().length);
    return end();
  }

  /**
   * Begins to read a text, whose parts are then passed to {@link #scan}, in order.
   *
   * @return a buffer that begins with the text, followed by eight NULs
   */
  byte[] begin(Utf8Text text, HashSink sink) {
    byte[] utf8 = text.utf8();
    int length = utf8.length;
    if (buffer.length < length + Long.BYTES) {
      buffer = new byte[length + length / 4 + Long.BYTES];
    }
    System.arraycopy(utf8, 0, buffer, 0, length);
    // count as spaces, so the last word ends before the buffer does
    Arrays.fill(buffer, length, length + Long.BYTES, (byte) 0);
    this.sink = sink;
    count = 0;
    flushed = 0;
    return buffer;
  }

  /** Ends the text; returns the number of its tokens. */
  int end() {
    flush();
    sink = NOWHERE;
    if (buffer.length > KEPT_BYTES) {
      buffer = new byte[1 << 13];
    }
    return (int) flushed;
  }

  /** The tokens from which a fingerprint is made, in order, as strings. */
  public List<String> tokens(String text) {
    strings = new ArrayList<>();
    int unused = tokenize(text, NOWHERE);
    List<String> tokens = strings;
    strings = null;
    return tokens;
  }

  /** Finds the tokens of {@code utf8[from, to)}, which white space or eight NULs follow. */
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
        i += Utf8Chars.length(utf8[i]);
      }
    }
  }

  /**
   * Like {@link #scan} for a block, whose words are also passed to a hasher. Most words are words
   * of a block as well. What is between two blanks and does not consist of such words alone is read
   * twice.
   */
  void scanBlock(byte[] utf8, int from, int to, BlockHasher hasher) {
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
    emit(TokenHash.mix(hash), utf8, start, i);
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
      long folded = eight | (letters & (eight << 1) & ~(eight << 2)) >>> 2;
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
    emit(TokenHash.mix(hash), utf8, start, i);
    return i;
  }

  /** Adds the token at {@code utf8[start, end)}. */
  private void emit(long hash, byte[] utf8, int start, int end) {
    if (strings != null) {
      strings.add(string(utf8, start, end));
    }
    block[count++] = hash;
    if (count == block.length) {
      flush();
    }
  }

  /** Whether a letter or digit of a word follows, ignoring format characters. */
  private boolean wordStartsAt(byte[] utf8, int index) {
    int i = index;
    int entry = table.at(utf8, i);
    while (type(entry) == FORMAT) {
      i += Utf8Chars.length(utf8[i]);
      entry = table.at(utf8, i); // NUL after the text
    }
    return type(entry) == WORD;
  }

  /**
   * Adds the consecutive grapheme clusters from {@code start}, where there is a letter of a script
   * without spaces, and returns the position of their end.
   *
   * <p>A letter's cluster includes its marks, the vowel signs that Unicode calls letters, and a
   * letter that a virama or coeng subscribes: the extended grapheme clusters of UAX #29, except
   * that all vowel signs and tone marks of Myanmar belong to their letter.
   */
  private int clusters(byte[] utf8, int start) {
    int i = start;
    int entry = table.at(utf8, i);
    do {
      int from = i;
      long hash = seed;
      boolean linked = true;
      int type = ALONE;
      while (type == FORMAT || type == MARK || (linked && type == ALONE)) {
        if (type != FORMAT) {
          int c = folded(entry);
          hash = TokenHash.step(hash, c);
          linked = c == KHMER_COENG || c == MYANMAR_VIRAMA;
        }
        i += Utf8Chars.length(utf8[i]);
        entry = table.at(utf8, i); // NUL after the text
        type = type(entry);
      }
      emit(TokenHash.mix(hash), utf8, from, i);
    } while (type(entry) == ALONE);
    return i;
  }

  /** Passes on the current block. */
  private void flush() {
    if (count > 0) {
      sink.accept(block, count);
      flushed += count;
      count = 0;
    }
  }

  private String string(byte[] utf8, int start, int end) {
    StringBuilder token = new StringBuilder();
    for (int i = start; i < end; i += Utf8Chars.length(utf8[i])) {
      int entry = table.at(utf8, i);
      if (type(entry) != FORMAT) {
        token.appendCodePoint(folded(entry));
      }
    }
    return token.toString();
  }
}
