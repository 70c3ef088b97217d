package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.page.BlockKind;
import java.util.Arrays;

/**
 * The blocks of a page without its pictures, sorted once, so that those of any number of kept pages
 * are found among them without sorting these. Takes n log n steps for any blocks. Immutable.
 *
 * <p>Each is 40 bits for the hashes of its words and its numbers, then u4 kind, u8 words, and
 * whether it is of the item.
 */
final class SortedBlocks {

  private static final int LINKS = BlockKind.LINKS.code();
  private static final int CONTROL = BlockKind.CONTROL.code();
  private static final int DATA = BlockKind.DATA.code();
  private static final int PICTURE = BlockKind.PICTURE.code();
  private static final int TOP_HEADING = BlockKind.TOP_HEADING.code();
  private static final int KIND = 9;
  private static final int BLOCK = 13;
  private static final int HASH = BLOCK + Short.SIZE;
  private static final int HASH_BITS = 24;
  private static final byte SAME_WORDS = 1;
  private static final byte SAME = 2;

  private final long[] blocks; // ascending
  private final short[] starts; // index of the first block by the highest bits of its hash
  private final int shift; // of a hash to these bits

  /**
   * @param at index of the list in the record
   */
  SortedBlocks(byte[] record, int at) {
    int count = StoredBlocks.count(record, at);
    int last = lastOfMain(record, at);
    int before = beforeItem(record, at, last);
    long[] all = new long[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      int kind = StoredBlocks.kind(record, at, i);
      if (kind != PICTURE) {
        boolean item =
            StoredBlocks.isMain(record, at, i) || (i > before && i < last && !isLinks(kind));
        all[size++] =
            StoredBlocks.block(record, at, i) << BLOCK
                | (long) kind << KIND
                | StoredBlocks.words(record, at, i) << 1
                | (item ? 1 : 0);
      }
    }
    Arrays.sort(all, 0, size);
    blocks = Arrays.copyOf(all, size);
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
    shift = HASH_BITS - bits;
    starts = new short[(1 << bits) + 1];
    int block = 0;
    for (int i = 1; i < starts.length; i++) {
      while (block < size && blocks[block] >>> (HASH + shift) < i) {
        block++;
      }
      starts[i] = (short) block;
    }
  }

  /** The last block of the main text. */
  static int lastOfMain(byte[] record, int at) {
    int last = StoredBlocks.count(record, at) - 1;
    while (last >= 0 && !isOfMain(record, at, last)) {
      last--;
    }
    return last;
  }

  /** The last block before the item: the heading before the main text, or the last links. */
  private static int beforeItem(byte[] record, int at, int last) {
    int first = last;
    int heading = -1;
    int links = -1;
    for (int i = last; i >= 0; i--) {
      first = isOfMain(record, at, i) ? i : first;
      heading = heading < 0 && StoredBlocks.kind(record, at, i) == TOP_HEADING ? i : heading;
    }
    for (int i = 0; i < first; i++) {
      links = isLinks(StoredBlocks.kind(record, at, i)) ? i : links;
    }
    return heading < 0 ? links : Math.min(heading, first);
  }

  static boolean isOfMain(byte[] record, int at, int i) {
    return StoredBlocks.kind(record, at, i) != PICTURE && StoredBlocks.isMain(record, at, i);
  }

  private static boolean isLinks(int kind) {
    return kind == LINKS || kind == CONTROL || kind == DATA;
  }

  /** Passes the blocks that a kept page lacks to a pair of the two. */
  void lostIn(byte[] kept, int at, PagePair pair) {
    byte[] found = new byte[blocks.length];
    int count = StoredBlocks.count(kept, at);
    for (int i = 0; i < count; i++) {
      find(StoredBlocks.block(kept, at, i), found);
    }
    int next;
    for (int i = 0; i < blocks.length; i = next) {
      byte words = found[i];
      for (next = i + 1; next < blocks.length && same(i, next, HASH); next++) {
        words |= found[next];
      }
      for (int j = i; j < next; j++) {
        found[j] = j > i && same(j - 1, j, BLOCK) ? found[j - 1] : found[j];
        if ((found[j] & SAME) == 0) {
          int block = (int) blocks[j];
          pair.lose(
              (int) (blocks[j] >>> HASH),
              block >>> KIND & 0xf,
              block >>> 1 & 0xff,
              (block & 1) != 0,
              words != 0);
        }
      }
    }
  }

  /** Marks the first of the same blocks; or if there is none, one of the same words. */
  private void find(long block, byte[] found) {
    int bucket = (int) (block >>> (Short.SIZE + shift));
    int end = starts[bucket + 1];
    int at = starts[bucket];
    if (at == end) {
      return;
    }
    int i = Arrays.binarySearch(blocks, at, end, block << BLOCK);
    i = i < 0 ? -i - 1 : i;
    if (i < end && blocks[i] >>> BLOCK == block) {
      found[i] |= SAME;
    } else if (i < end && blocks[i] >>> HASH == block >>> Short.SIZE) {
      found[i] |= SAME_WORDS;
    } else if (i > at && blocks[i - 1] >>> HASH == block >>> Short.SIZE) {
      found[i - 1] |= SAME_WORDS;
    }
  }

  private boolean same(int i, int j, int bits) {
    return blocks[i] >>> bits == blocks[j] >>> bits;
  }
}
