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

/**
 * Tokens are code points: letters, digits and marks, folded, and one blank for every gap between
 * them. In scripts without spaces they are grapheme clusters, see {@link #clusters}.
 *
 * <p>A gap is a run of white space, of symbols unless they are tokens, and of stop words if those
 * are dropped; there is none at either end of a text. What joins a word, and what is ignored, is as
 * in {@link WordTokenizer}.
 */
final class CharacterTokenizer extends Tokenizer {

  private static final char[] BLANK_CHARS = {' '};

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
  void scan(char[] chars, int length) {
    any = false;
    gap = true;
    wordStart = -1;
    int end;
    for (int i = 0; i < length; i = end) {
      int entry = table.at(chars, i, length);
      end = i + width(chars, i, length);
      int type = type(entry);
      if (type == FORMAT) {
        continue;
      }
      boolean joins = type == JOINER && wordStart >= 0 && wordStartsAt(chars, end, length);
      if (type == WORD || joins || (type == MARK && wordStart >= 0)) {
        beginWord(i);
        add(entry, chars, i, end);
        continue;
      }
      endWord(chars, i);
      if (type == ALONE) {
        endGap();
        end = clusters(chars, i, length);
      } else if (type == SPACE || (!symbolsAreTokens && (type == SYMBOL || type == JOINER))) {
        gap = true;
      } else if (type != MARK || !gap) {
        add(entry, chars, i, end);
      }
    }
    endWord(chars, length);
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

  /** Takes back a word that turned out to be a stop word, leaving a gap. */
  private void endWord(char[] chars, int end) {
    if (wordStart < 0) {
      return;
    }
    // The start of a longer word may have been passed on with its block, but such a word is not a
    // stop word.
    if (dropStopWords
        && end - wordStart < block.length / 2 - 2
        && StopWords.contain(chars, wordStart, end)) {
      retract(beforeWord);
      any = anyBeforeWord;
      gap = true;
    }
    wordStart = -1;
  }

  private void endGap() {
    if (gap && any) {
      emit(blank, BLANK_CHARS, 0, 1);
    }
    gap = false;
    any = true;
  }

  private void add(int entry, char[] chars, int start, int end) {
    endGap();
    long hash = TokenHash.step(seed, folded(entry));
    emit(TokenHash.finish(hash), chars, start, end);
  }
}
