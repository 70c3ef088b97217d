package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.text.Utf8Text;
import java.util.Arrays;

/**
 * Tokenizes one of a page's two texts: if it consists of blocks of the page, as most texts do,
 * block by block, so that each block is read once for its tokens and for {@link BlockHasher}. Not
 * thread-safe.
 */
final class TextReading {

  private static final int[] NOT_OF_BLOCKS = {};
  private static final byte[] NO_BYTES = {};

  private final Tokenizer tokenizer;
  private final boolean isMain;
  private PageBlocks blocks = PageBlocks.NONE;
  private byte[] utf8 = NO_BYTES;

  /** Where each block begins in the text, or -1 if it is in the other one. */
  private int[] starts = NOT_OF_BLOCKS;

  /**
   * @param tokenizer used for nothing else while a text is read
   * @param isMain whether the text is the one that is compared
   */
  TextReading(Tokenizer tokenizer, boolean isMain) {
    this.tokenizer = tokenizer;
    this.isMain = isMain;
  }

  /**
   * Begins to read a text.
   *
   * @param page all blocks of the page
   * @param sink receives the tokens
   */
  void begin(Utf8Text text, PageBlocks page, HashSink sink) {
    blocks = page;
    starts = starts(text.utf8());
    utf8 = tokenizer.begin(text, sink);
    if (starts == NOT_OF_BLOCKS) {
      tokenizer.scan(utf8, 0, text.utf8().length);
    }
  }

  /** Reads a block if it is in the text; returns whether its tokens went to the hasher. */
  boolean read(int block, BlockHasher hasher) {
    if (starts == NOT_OF_BLOCKS || starts[block] < 0) {
      return false;
    }
    int end = starts[block] + blocks.end(block) - blocks.start(block);
    tokenizer.scanBlock(utf8, starts[block], end, hasher);
    return true;
  }

  /** Ends the text after its last block; returns the number of its tokens. Keeps no page. */
  int end() {
    blocks = PageBlocks.NONE;
    utf8 = NO_BYTES;
    starts = NOT_OF_BLOCKS;
    return tokenizer.end();
  }

  /** Where the blocks begin, if one separator between any two is all that the text has besides. */
  private int[] starts(byte[] text) {
    int[] starts = new int[blocks.size()];
    int at = 0;
    for (int i = 0; i < starts.length; i++) {
      if (blocks.isMain(i) != isMain || blocks.isName(i) || blocks.kind(i) == BlockKind.PICTURE) {
        starts[i] = -1;
        continue;
      }
      int start = at == 0 ? 0 : at + 1;
      int end = start + blocks.end(i) - blocks.start(i);
      boolean parted = start == 0 || (at < text.length && (text[at] == ' ' || text[at] == '\n'));
      if (!parted
          || end > text.length
          || !Arrays.equals(blocks.utf8(), blocks.start(i), blocks.end(i), text, start, end)) {
        return NOT_OF_BLOCKS;
      }
      starts[i] = start;
      at = end;
    }
    return at == text.length ? starts : NOT_OF_BLOCKS;
  }
}
