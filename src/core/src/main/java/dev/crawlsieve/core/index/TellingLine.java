package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.page.BlockKind;

/**
 * A line of a page's item that most kept pages lack, so that one look at their blocks shows that
 * the page is no copy: the longest one, until a comparison shows another one.
 *
 * <p>It does not matter which line it is. So threads that compare a page may each leave another.
 */
final class TellingLine {

  /** A block of more words is prose. */
  private static final int LINE = 12;

  private static final int NONE = -1;

  private int hash = NONE;

  TellingLine(byte[] record, int at) {
    int most = 0;
    int count = StoredBlocks.count(record, at);
    for (int i = 0; i < count; i++) {
      int words = StoredBlocks.words(record, at, i);
      if (words > most && SortedBlocks.isOfMain(record, at, i) && isLine(record, at, i, words)) {
        most = words;
        hash = StoredBlocks.hash(record, at, i);
      }
    }
  }

  private static boolean isLine(byte[] record, int at, int i, int words) {
    int kind = StoredBlocks.kind(record, at, i);
    return words <= LINE && kind != BlockKind.TITLE.code() && kind != BlockKind.TOP_HEADING.code();
  }

  /** Another line that a kept page lacks, of at least one word. */
  void lost(int line) {
    hash = line;
  }

  /** Whether a kept page lacks the line. */
  boolean isLostIn(byte[] kept, int at) {
    int line = hash;
    int i = line == NONE ? 0 : StoredBlocks.count(kept, at);
    while (i > 0 && StoredBlocks.hash(kept, at, i - 1) != line) {
      i--;
    }
    return line != NONE && i == 0;
  }
}
