package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.text.CharTable.ALONE;
import static dev.crawlsieve.core.text.CharTable.EXPANDED;
import static dev.crawlsieve.core.text.CharTable.FORMAT;
import static dev.crawlsieve.core.text.CharTable.JOINER;
import static dev.crawlsieve.core.text.CharTable.LINK;
import static dev.crawlsieve.core.text.CharTable.MARK;
import static dev.crawlsieve.core.text.CharTable.WORD;
import static dev.crawlsieve.core.text.CharTable.folded;
import static dev.crawlsieve.core.text.CharTable.type;

import dev.crawlsieve.core.text.CharTable;
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
 *   <li>scripts that are written without spaces, such as Han, Kana, Thai, Khmer and Javanese, have
 *       one token per {@link #clusters}, so that a shingle is a run of what their readers see as
 *       characters;
 *   <li>letters are folded as {@link CharTable} says, which ignores format characters (soft hyphen,
 *       zero width joiner, direction marks);
 *   <li>symbols, and marks without a letter, are dropped.
 * </ul>
 *
 * <p>Canonically equivalent spellings ({@code é} as one or two code points) are different tokens.
 *
 * <p>The tokens of a block also go to its {@link BlockHasher}: what a page loses is counted in
 * them.
 *
 * <p>Linear in the text's length for any sequence of {@code char}s. Not thread-safe: buffers are
 * reused.
 */
public final class Tokenizer {

  /** Han, Kana, Bopomofo and Yi, in these blocks; Tangut and others beyond the last one. */
  private static final int FIRST_IDEOGRAPHIC = 0x2e80;

  private static final int LAST_IDEOGRAPHIC = 0xa4cf;
  private static final int FIRST_IDEOGRAPHIC_BEYOND = 0x16fe0;

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
  private @Nullable BlockHasher hasher; // of the block that is read
  private int numberEnd; // where its last token ended that is a number, or -1

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
    this.sink = sink;
    return load(text.utf8(), 0, text.utf8().length);
  }

  private byte[] load(byte[] utf8, int from, int to) {
    int length = to - from;
    if (buffer.length < length + Long.BYTES) {
      buffer = new byte[length + length / 4 + Long.BYTES];
    }
    System.arraycopy(utf8, from, buffer, 0, length);
    // count as spaces, so the last word ends before the buffer does
    Arrays.fill(buffer, length, length + Long.BYTES, (byte) 0);
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
    tokenize(text, NOWHERE);
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
      if (type == WORD || type == EXPANDED) {
        i = word(utf8, i);
      } else if (type == ALONE) {
        i = clusters(utf8, i);
      } else {
        i += Utf8Chars.length(utf8[i]);
      }
    }
  }

  /** Like {@link #scan} for a block, whose tokens also go to a hasher. */
  void scanBlock(byte[] utf8, int from, int to, BlockHasher hasher) {
    this.hasher = hasher;
    numberEnd = -1;
    scan(utf8, from, to);
    this.hasher = null;
  }

  /** Passes the tokens of {@code utf8[from, to)} to a hasher. */
  void readBlock(byte[] utf8, int from, int to, BlockHasher hasher) {
    byte[] copy = load(utf8, from, to);
    scanBlock(copy, 0, to - from, hasher);
    end();
  }

  /** Reads the word that starts here and returns the position of its end. */
  private int word(byte[] utf8, int start) {
    long hash = seed;
    int i = start;
    while (true) {
      // Words differ in length, so a branch at their end would be mispredicted: the hashes of all
      // eight first bytes are computed, and the one that is wanted is chosen.
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
      if (type == EXPANDED) {
        hash = expanded(hash, entry);
      } else if (type == JOINER && wordStartsAt(utf8, next)) {
        hash = TokenHash.step(hash, folded(entry));
      } else if (type != FORMAT) {
        break;
      }
      i = next;
    }
    hash = TokenHash.mix(hash);
    emit(hash, utf8, start, i);
    if (hasher != null) {
      hash(hasher, hash, utf8, start, i);
    }
    return i;
  }

  private long expanded(long before, int entry) {
    long hash = before;
    for (int c : table.expanded(entry)) {
      hash = TokenHash.step(hash, c);
    }
    return hash;
  }

  private void hash(BlockHasher hasher, long hash, byte[] utf8, int start, int end) {
    if (!table.isDigits(table.at(utf8, start)) || !isNumber(utf8, start, end)) {
      hasher.word(hash);
      return;
    }
    hasher.number(hash, isDecimalSign(utf8, numberEnd, start));
    numberEnd = end;
  }

  private boolean isNumber(byte[] utf8, int start, int end) {
    for (int i = start; i < end; i += Utf8Chars.length(utf8[i])) {
      int entry = table.at(utf8, i);
      if (!table.isDigits(entry) && type(entry) != FORMAT) {
        return false;
      }
    }
    return true;
  }

  /** Whether one sign is there that joins numbers, as in 1,234.50 and 12:30, or an Arabic one. */
  private boolean isDecimalSign(byte[] utf8, int from, int to) {
    if (from < 0 || to - from != Utf8Chars.length(utf8[from])) {
      return false;
    }
    int c = folded(table.at(utf8, from));
    return c == '.' || c == ',' || c == ':' || c == 0x66b || c == 0x66c;
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
    return type(entry) == WORD || type(entry) == EXPANDED;
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
    long before = 0;
    do {
      int from = i;
      boolean ideographic = isIdeographic(folded(entry));
      int letters = 0;
      long hash = seed;
      boolean linked = true;
      int type = ALONE;
      while (type == FORMAT || type == MARK || type == LINK || (linked && type == ALONE)) {
        if (type != FORMAT) {
          hash = TokenHash.step(hash, folded(entry));
          linked = type == LINK;
          letters += type == ALONE ? 1 : 0;
        }
        i += Utf8Chars.length(utf8[i]);
        entry = table.at(utf8, i); // NUL after the text
        type = type(entry);
      }
      hash = TokenHash.mix(hash);
      emit(hash, utf8, from, i);
      if (hasher != null) {
        hasher.character(before, hash, ideographic ? BlockHasher.IDEOGRAPH : letters);
      }
      before = hash;
    } while (type(entry) == ALONE);
    return i;
  }

  /** Whether a letter of a script without spaces is of one that writes most words with two. */
  private static boolean isIdeographic(int c) {
    return c >= FIRST_IDEOGRAPHIC && (c <= LAST_IDEOGRAPHIC || c >= FIRST_IDEOGRAPHIC_BEYOND);
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
      if (type(entry) == EXPANDED) {
        for (int c : table.expanded(entry)) {
          token.appendCodePoint(c);
        }
      } else if (type(entry) != FORMAT) {
        token.appendCodePoint(folded(entry));
      }
    }
    return token.toString();
  }
}
