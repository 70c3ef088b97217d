package dev.crawlsieve.core.fingerprint;

import static dev.crawlsieve.core.fingerprint.CharTable.ALONE;
import static dev.crawlsieve.core.fingerprint.CharTable.FORMAT;
import static dev.crawlsieve.core.fingerprint.CharTable.JOINER;
import static dev.crawlsieve.core.fingerprint.CharTable.MARK;
import static dev.crawlsieve.core.fingerprint.CharTable.SPACE;
import static dev.crawlsieve.core.fingerprint.CharTable.SYMBOL;
import static dev.crawlsieve.core.fingerprint.CharTable.WORD;
import static dev.crawlsieve.core.fingerprint.CharTable.folded;
import static dev.crawlsieve.core.fingerprint.CharTable.type;

import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.text.Utf8Chars;

/**
 * Tokens are code points: letters, digits and marks, folded, and one blank for every gap between
 * them. In scripts without spaces they are grapheme clusters, see {@link #clusters}.
 *
 * <p>A gap is a run of white space, of symbols unless they are tokens, and of stop words if those
 * are dropped; a text neither starts nor ends with one. Characters that join words and characters
 * that are ignored are as in {@link WordTokenizer}.
 */
final class CharacterTokenizer extends Tokenizer {

  private static final byte[] BLANK_CHARS = {' '};

  private final long blank;
  private final boolean symbolsAreTokens;
  private final boolean dropStopWords;

  private boolean any;
  private boolean gap;
  private int wordStart;
  private int beforeWord;
  private boolean anyBeforeWord;

  CharacterTokenizer(ShingleSettings settings, HashKeys keys) {
    super(settings.foldCase(), keys);
    blank = TokenHash.of(" ", seed);
    symbolsAreTokens = settings.keepPunctuation();
    dropStopWords = !settings.keepStopWords();
  }

  @Override
  void scan(byte[] utf8, int from, int to) {
    any = false;
    gap = true;
    wordStart = -1;
    int end;
    for (int i = from; i < to; i = end) {
      int entry = table.at(utf8, i);
      end = i + Utf8Chars.length(utf8[i]);
      int type = type(entry);
      if (type == FORMAT) {
        continue;
      }
      boolean joins = type == JOINER && wordStart >= 0 && wordStartsAt(utf8, end);
      if (type == WORD || joins || (type == MARK && wordStart >= 0)) {
        beginWord(i);
        add(entry, utf8, i, end);
        continue;
      }
      endWord(utf8, i);
      if (type == ALONE) {
        endGap();
        end = clusters(utf8, i);
      } else if (type == SPACE || (!symbolsAreTokens && (type == SYMBOL || type == JOINER))) {
        gap = true;
      } else if (type != MARK || !gap) {
        add(entry, utf8, i, end);
      }
    }
    endWord(utf8, to);
  }

  private void beginWord(int start) {
    if (wordStart >= 0) {
      return;
    }
    wordStart = start;
    if (dropStopWords) {
      if (count > block.length / 2) {
        flush();
      }
      beforeWord = count;
      anyBeforeWord = any;
    }
  }

  /** Removes the word again if it is a stop word, leaving a gap. */
  private void endWord(byte[] utf8, int end) {
    if (wordStart < 0) {
      return;
    }
    // The start of a long word may already have been passed on with its block, but no stop word is
    // that long.
    if (dropStopWords
        && chars(utf8, wordStart, end) < block.length / 2 - 2
        && StopWords.contain(utf8, wordStart, end)) {
      retract(beforeWord);
      any = anyBeforeWord;
      gap = true;
    }
    wordStart = -1;
  }

  /** Length of a text in UTF-16 code units. */
  private static int chars(byte[] utf8, int from, int to) {
    int chars = 0;
    for (int i = from; i < to; i++) {
      chars += (utf8[i] & 0xc0) == 0x80 ? 0 : utf8[i] < (byte) 0xf0 || utf8[i] >= 0 ? 1 : 2;
    }
    return chars;
  }

  private void endGap() {
    if (gap && any) {
      emit(blank, BLANK_CHARS, 0, 1);
    }
    gap = false;
    any = true;
  }

  private void add(int entry, byte[] utf8, int start, int end) {
    endGap();
    long hash = TokenHash.step(seed, folded(entry));
    emit(TokenHash.finish(hash), utf8, start, end);
  }
}
