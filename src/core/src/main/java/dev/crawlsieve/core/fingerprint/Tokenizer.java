package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.JOINER;
import static dev.crawlsieve.core.fingerprint.CharTable.MARK;
import static dev.crawlsieve.core.fingerprint.CharTable.SURROGATE;
import static dev.crawlsieve.core.fingerprint.CharTable.WORD;
import static dev.crawlsieve.core.fingerprint.CharTable.folded;
import static dev.crawlsieve.core.fingerprint.CharTable.type;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.ShingleSettings.Unit;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a text into tokens and hashes them, without an object per token.
 *
 * <p>Linear in the text's length for any sequence of {@code char}s. Not thread-safe: buffers are
 * reused.
 */
public abstract sealed class Tokenizer permits WordTokenizer, CharacterTokenizer {

  private static final int KHMER_COENG = 0x17d2;
  private static final int MYANMAR_VIRAMA = 0x1039;

  /** Longest text, in {@code char}s, whose buffer is kept for the next one. */
  private static final int KEPT_CHARS = 1 << 20;

  private static final HashSink NOWHERE = (hashes, n) -> {};

  /** The state of a hash before the first code point. */
  final long seed;

  final CharTable table;
  final int[] entries;
  final long[] block = new long[HashSink.BLOCK];
  int count;

  private char[] buffer = new char[1 << 13];
  private HashSink sink = NOWHERE;
  private long flushed;
  private @Nullable List<String> strings;

  Tokenizer(boolean fold, HashKeys keys) {
    seed = keys.token();
    table = CharTable.folding(fold);
    entries = table.entries();
  }

  /** The tokenizer that the settings ask for, without a seed. */
  public static Tokenizer of(ShingleSettings settings) {
    return of(settings, HashKeys.PUBLIC);
  }

  /** The tokenizer that the settings ask for. */
  static Tokenizer of(ShingleSettings settings, HashKeys keys) {
    return settings.unit() == Unit.WORDS
        ? new WordTokenizer(settings, keys)
        : new CharacterTokenizer(settings, keys);
  }

  /**
   * Passes the hashes of a text's tokens to a sink, in order.
   *
   * @return number of tokens
   */
  int tokenize(String text, HashSink sink) {
    ensureRoom(text.length());
    text.getChars(0, text.length(), buffer, 0);
    return tokenize(text.length(), sink);
  }

  private void ensureRoom(int length) {
    if (buffer.length <= length) {
      buffer = new char[length + length / 4 + 1];
    }
  }

  private int tokenize(int length, HashSink sink) {
    char[] chars = buffer;
    chars[length] = 0; // a space, so that a word ends before the text does
    this.sink = sink;
    count = 0;
    flushed = 0;
    scan(chars, length);
    flush();
    this.sink = NOWHERE;
    if (buffer.length > KEPT_CHARS) {
      buffer = new char[1 << 13];
    }
    return (int) flushed;
  }

  /** Does the same as {@link #tokenize(String, HashSink)}, from the bytes. */
  final int tokenize(Utf8Text text, HashSink sink) {
    byte[] utf8 = text.utf8();
    ensureRoom(utf8.length);
    return tokenize(decode(utf8, buffer), sink);
  }

  private static int decode(byte[] utf8, char[] out) {
    int n = 0;
    for (int i = 0; i < utf8.length; i++) {
      int c = utf8[i];
      if (c >= 0) {
        out[n++] = (char) c;
      } else if (c < (byte) 0xe0) {
        out[n++] = (char) ((c & 0x1f) << 6 | (utf8[++i] & 0x3f));
      } else if (c < (byte) 0xf0) {
        out[n++] = (char) (c << 12 | (utf8[i + 1] & 0x3f) << 6 | (utf8[i + 2] & 0x3f));
        i += 2;
      } else {
        int high = (c & 7) << 18 | (utf8[++i] & 0x3f) << 12;
        int codePoint = high | (utf8[++i] & 0x3f) << 6 | (utf8[++i] & 0x3f);
        out[n++] = Character.highSurrogate(codePoint);
        out[n++] = Character.lowSurrogate(codePoint);
      }
    }
    return n;
  }

  /** The tokens that a fingerprint is made from, in order and readable form. */
  public List<String> tokens(String text) {
    strings = new ArrayList<>();
    int unused = tokenize(text, NOWHERE);
    List<String> tokens = strings;
    strings = null;
    return tokens;
  }

  /** Finds the tokens of {@code chars[0, length)}; {@code chars[length]} is NUL. */
  abstract void scan(char[] chars, int length);

  /** Adds the token at {@code chars[start, end)}. */
  final void emit(long hash, char[] chars, int start, int end) {
    if (strings != null) {
      strings.add(string(chars, start, end));
    }
    block[count++] = hash;
    if (count == block.length) {
      flush();
    }
  }

  /** Takes back all tokens after the first {@code kept} of the current block. */
  final void retract(int kept) {
    if (strings != null) {
      strings.subList(strings.size() - (count - kept), strings.size()).clear();
    }
    count = kept;
  }

  /** Whether a letter or digit of a word follows, ignoring format characters. */
  final boolean wordStartsAt(char[] chars, int index, int length) {
    int i = index;
    while (i < length) {
      int entry = table.at(chars, i, length);
      if (type(entry) != FORMAT) {
        return type(entry) == WORD;
      }
      i += width(chars, i, length);
    }
    return false;
  }

  /**
   * Adds the consecutive grapheme clusters from here, where a letter of a script without spaces is,
   * and returns the position of their end. Most are a single letter of the BMP.
   */
  final int clusters(char[] chars, int start, int length) {
    int i = start;
    int entry = entries[chars[i]];
    do {
      if (type(entry) == ALONE && endsCluster(entries[chars[i + 1]])) {
        emit(TokenHash.finish(TokenHash.step(seed, folded(entry))), chars, i, i + 1);
        i++;
      } else {
        i = cluster(chars, i, length);
      }
      entry = entries[chars[i]]; // NUL after the text
    } while (type(entry) == ALONE);
    return i;
  }

  private static boolean endsCluster(int next) {
    return next < MARK || (next >= JOINER && next < SURROGATE);
  }

  /**
   * Adds the grapheme cluster that starts here with a letter of a script without spaces, and
   * returns the position of its end.
   *
   * <p>A letter's cluster includes its marks, the vowel signs that Unicode calls letters, and a
   * letter that a virama or coeng subscribes: the extended grapheme clusters of UAX #29, except
   * that all vowel signs and tone marks of Myanmar belong to their letter.
   */
  private int cluster(char[] chars, int start, int length) {
    long hash = seed;
    boolean linked = true;
    int i = start;
    while (i < length) {
      int entry = table.at(chars, i, length);
      int type = type(entry);
      if (type == MARK || (linked && type == ALONE)) {
        int c = folded(entry);
        hash = TokenHash.step(hash, c);
        linked = c == KHMER_COENG || c == MYANMAR_VIRAMA;
      } else if (type != FORMAT) {
        break;
      }
      i += width(chars, i, length);
    }
    emit(TokenHash.finish(hash), chars, start, i);
    return i;
  }

  /** The number of UTF-16 units of the code point that starts here. */
  static int width(char[] chars, int index, int length) {
    return Character.charCount(Character.codePointAt(chars, index, length));
  }

  /** Passes on the current block. */
  final void flush() {
    if (count > 0) {
      sink.accept(block, count);
      flushed += count;
      count = 0;
    }
  }

  private String string(char[] chars, int start, int end) {
    StringBuilder token = new StringBuilder();
    for (int i = start; i < end; ) {
      int entry = table.at(chars, i, end);
      if (type(entry) != FORMAT) {
        token.appendCodePoint(folded(entry));
      }
      i += width(chars, i, end);
    }
    return token.toString();
  }
}
