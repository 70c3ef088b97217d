package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.MARK;
import static dev.crawlsieve.core.fingerprint.CharTable.WORD;
import static dev.crawlsieve.core.fingerprint.CharTable.folded;
import static dev.crawlsieve.core.fingerprint.CharTable.type;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.config.ShingleSettings.Unit;
import dev.crawlsieve.core.text.Utf8Chars;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Longest text, in bytes, whose buffer is kept for the next one. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final HashSink NOWHERE = (hashes, n) -> {};

  /** The state of a hash before the first code point. */
  final long seed;

  final CharTable table;
  final long[] block = new long[HashSink.BLOCK];
  int count;

  private byte[] buffer = new byte[1 << 13];
  private HashSink sink = NOWHERE;
  private long flushed;
  private @Nullable List<String> strings;

  Tokenizer(boolean fold, HashKeys keys) {
    seed = keys.token();
    table = CharTable.folding(fold);
  }

  /** The tokenizer for these settings, without a seed. */
  public static Tokenizer of(ShingleSettings settings) {
    return of(settings, HashKeys.PUBLIC);
  }

  /** The tokenizer for these settings. */
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
    return tokenize(Utf8Text.of(Utf8Chars.encode(text)), sink);
  }

  /** Does the same as {@link #tokenize(String, HashSink)}, from the bytes. */
  final int tokenize(Utf8Text text, HashSink sink) {
    byte[] utf8 = begin(text, sink);
    scan(utf8, 0, text.utf8().length);
    return end();
  }

  /**
   * Begins to read a text, whose parts are then passed to {@link #scan}, in order.
   *
   * @return a buffer that begins with the text, followed by eight NULs
   */
  final byte[] begin(Utf8Text text, HashSink sink) {
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
  final int end() {
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

  /**
   * Finds the tokens of {@code utf8[from, to)}, which white space or eight NULs follow: of a whole
   * text unless {@link #readsParts}.
   */
  abstract void scan(byte[] utf8, int from, int to);

  /** Whether a text can be read in parts, with white space between them. */
  boolean readsParts() {
    return false;
  }

  /** Like {@link #scan} for a part that is a block, whose words are also passed to a hasher. */
  void scanBlock(byte[] utf8, int from, int to, BlockHasher hasher) {
    scan(utf8, from, to);
    hasher.words(utf8, from, to);
  }

  /** Adds the token at {@code utf8[start, end)}. */
  final void emit(long hash, byte[] utf8, int start, int end) {
    if (strings != null) {
      strings.add(string(utf8, start, end));
    }
    block[count++] = hash;
    if (count == block.length) {
      flush();
    }
  }

  /** Removes all tokens after the first {@code kept} of the current block. */
  final void retract(int kept) {
    if (strings != null) {
      strings.subList(strings.size() - (count - kept), strings.size()).clear();
    }
    count = kept;
  }

  /** Whether a letter or digit of a word follows, ignoring format characters. */
  final boolean wordStartsAt(byte[] utf8, int index) {
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
  final int clusters(byte[] utf8, int start) {
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
      emit(TokenHash.finish(hash), utf8, from, i);
    } while (type(entry) == ALONE);
    return i;
  }

  /** Passes on the current block. */
  final void flush() {
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
