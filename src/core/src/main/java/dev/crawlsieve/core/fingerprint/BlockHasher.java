package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageText;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Makes the {@link BlockList} of a page. A word is a run of ASCII letters and digits, in lower
 * case, and of other characters that are neither ASCII nor punctuation. Each ideograph or kana
 * forms a word with the one before it, and counts half. A number is a run of digits, which {@code
 * .}, {@code ,} or {@code :} may separate.
 *
 * <p>Time is linear in the text; memory is bounded for any page. Not thread-safe.
 */
final class BlockHasher {

  // Words are hashed byte by byte, since blocks are compared for equality only; case is folded in
  // ASCII only, since copies do not differ in case. So the hash of a word in ASCII is that of the
  // token, and most words are added by WordTokenizer as it reads them.

  private static final long NUMBER = 0x5851f42d4c957f2dL;
  private static final int CELLS = 4 * StoredBlocks.MOST;
  private static final int EMPTY = -1;

  /** The class of the character that starts with a byte. */
  private static final byte[] CLASSES = new byte[256];

  private static final byte GAP = 0;
  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;
  private static final byte IDEOGRAPH = 3; // three bytes
  private static final byte SIGN_2 = 4; // a gap of two bytes
  private static final byte MAY_BE_SIGN_3 = 5; // a gap of three bytes if the second one is 0x80

  static {
    Arrays.fill(CLASSES, 0x80, 0x100, LETTER);
    Arrays.fill(CLASSES, 'a', 'z' + 1, LETTER);
    Arrays.fill(CLASSES, 'A', 'Z' + 1, LETTER);
    Arrays.fill(CLASSES, '0', '9' + 1, DIGIT);
    Arrays.fill(CLASSES, 0xe3, 0xea, IDEOGRAPH); // U+3000 to U+9FFF
    CLASSES[0xc2] = SIGN_2; // U+0080 to U+00BF
    CLASSES[0xe2] = MAY_BE_SIGN_3; // U+2000 to U+203F
  }

  private final long seed;
  private final int[] seen = new int[CELLS]; // numbers of blocks, by their hashes
  private final int[] stating = new int[CELLS]; // hashes of numbers with their blocks, 0 for none
  private final int[] numbersOf = new int[StoredBlocks.MOST];
  private final ByteBuffer blocks = ByteBuffer.allocate(StoredBlocks.BLOCK * StoredBlocks.MOST);
  private final long[] bits = new long[1 << (StoredBlocks.MOST_EXPONENT - 6)];
  private final short[] naming = new short[StoredBlocks.MOST_NAMING];
  private final short[] headingNaming = new short[StoredBlocks.MOST_NAMING];

  // Of the current page
  private long whole;
  private long withoutNumbers;
  private boolean more;

  // Of the current block
  private long strict;
  private long loose;
  private long numbers; // 0 if there are none
  private int words;
  private int ideographs;
  private boolean kept; // whether its words go into the bits or names
  private short[] names = naming;
  private int named;

  BlockHasher(HashKeys keys) {
    seed = keys.token();
  }

  /**
   * The block list of a page. Its texts are tokenized on the way, so that most words are read once
   * for both purposes.
   *
   * @param compared begun with the text that is compared
   * @param rest begun with the rest
   */
  BlockList list(PageText text, TextReading compared, TextReading rest) {
    Arrays.fill(seen, EMPTY);
    Arrays.fill(bits, 0);
    blocks.clear();
    Arrays.fill(numbersOf, 0);
    Arrays.fill(stating, 0);
    whole = 0;
    withoutNumbers = 0;
    more = false;
    int title = name(text.title(), BlockKind.TITLE, naming);
    int heading = nameOnly(text.heading(), headingNaming);
    PageBlocks page = text.blocks();
    for (int i = 0; i < page.size(); i++) {
      begin(page.kind(i), page.isMain(i), false);
      if (!(page.isMain(i) ? compared : rest).read(i, this)) {
        words(page.utf8(), page.start(i), page.end(i));
      }
      add(page.kind(i), page.isMain(i));
    }
    return new BlockList(stored(title, heading));
  }

  private int name(String text, BlockKind kind, short[] to) {
    int words = nameOnly(text, to);
    add(kind, false);
    return words;
  }

  private int nameOnly(String text, short[] to) {
    byte[] utf8 = text.getBytes(UTF_8);
    names = to;
    begin(BlockKind.TITLE, true, true);
    words(utf8, 0, utf8.length);
    return named;
  }

  private byte[] stored(int title, int heading) {
    int exponent = exponent();
    ByteBuffer out =
        ByteBuffer.allocate(
            StoredBlocks.AT_BLOCKS
                + blocks.position()
                + 3
                + 2 * (title + heading)
                + (1 << (exponent - 3)));
    out.putLong(whole).putLong(withoutNumbers);
    out.putShort((short) (blocks.position() / StoredBlocks.BLOCK | (more ? StoredBlocks.MORE : 0)));
    for (int i = 0; i < blocks.position() / StoredBlocks.BLOCK; i++) {
      blocks.putShort(StoredBlocks.BLOCK * i + 5, (short) numbersOf(i));
    }
    out.put(blocks.array(), 0, blocks.position());
    out.put((byte) title).put((byte) heading);
    for (int i = 0; i < title; i++) {
      out.putShort(naming[i]);
    }
    for (int i = 0; i < heading; i++) {
      out.putShort(headingNaming[i]);
    }
    out.put((byte) exponent);
    for (int i = 0; i < 1 << (exponent - 3); i++) {
      out.put((byte) (bits[i >> 3] >>> (8 * (i & 7))));
    }
    return out.array();
  }

  /**
   * Halves the bits as long as at most an eighth of them is set; returns the exponent of their
   * number.
   */
  private int exponent() {
    int exponent = StoredBlocks.MOST_EXPONENT;
    long[] folded = bits.clone();
    while (exponent > StoredBlocks.LEAST_EXPONENT) {
      int half = 1 << (exponent - 7); // longs
      int set = 0;
      for (int i = 0; i < half; i++) {
        folded[i] |= folded[i + half];
        set += Long.bitCount(folded[i]);
      }
      if (8 * set > 1 << (exponent - 1)) {
        break;
      }
      System.arraycopy(folded, 0, bits, 0, half);
      exponent--;
    }
    return exponent;
  }

  /** Adds the block that was just read. */
  private void add(BlockKind kind, boolean isMain) {
    if (words + ideographs == 0) {
      return;
    }
    boolean isPicture = kind == BlockKind.PICTURE;
    boolean exact =
        isPicture
            || kind == BlockKind.TITLE
            || kind == BlockKind.TOP_HEADING
            || kind == BlockKind.HEADING;
    long block = TokenHash.mix(exact ? strict : loose);
    if (kind != BlockKind.TIME && !isPicture) {
      whole = TokenHash.step(whole, TokenHash.mix(strict));
      withoutNumbers = TokenHash.step(withoutNumbers, block);
    }
    int hash = (int) block & 0xffffff;
    int at = more ? EMPTY : find(hash, isMain);
    if (at == EMPTY) {
      if (!blocks.hasRemaining()) {
        more |= !isPicture;
        return;
      }
      at = blocks.position() / StoredBlocks.BLOCK;
      blocks.put((byte) (kind.code() | (isMain ? StoredBlocks.MAIN : 0)));
      blocks.put((byte) Math.min(StoredBlocks.MOST_WORDS, words + (ideographs + 1) / 2));
      blocks.put((byte) (hash >>> 16)).putShort((short) hash).putShort((short) 0);
    }
    if (numbers != 0 && !exact && isNewNumbers(TokenHash.mix(numbers ^ hash))) {
      numbersOf[at] += (int) (TokenHash.mix(numbers) >>> 32) | 1; // in any order
    }
  }

  /** Whether numbers stand in a block for the first time; beyond some thousand blocks, none do. */
  private boolean isNewNumbers(long stated) {
    int tag = (int) (stated >>> 32) | 1;
    int cell = (int) stated & (CELLS - 1);
    for (int tries = 0; tries < 16; tries++, cell = (cell + 1) & (CELLS - 1)) {
      if (stating[cell] == tag) {
        return false;
      }
      if (stating[cell] == 0) {
        stating[cell] = tag;
        return true;
      }
    }
    return true;
  }

  private int numbersOf(int i) {
    int sum = numbersOf[i];
    int hash = (sum ^ sum >>> 16) & 0xffff;
    return sum != 0 && hash == 0 ? 1 : hash;
  }

  /** The number of the block with a hash, or EMPTY, after which the next one has it. */
  private int find(int hash, boolean isMain) {
    int cell = hash & (CELLS - 1);
    for (; seen[cell] != EMPTY; cell = (cell + 1) & (CELLS - 1)) {
      int at = StoredBlocks.BLOCK * seen[cell];
      boolean same =
          (blocks.getInt(at + 1) & 0xffffff) == hash
              && ((blocks.get(at) & StoredBlocks.MAIN) != 0) == isMain;
      if (same) {
        return seen[cell];
      }
    }
    if (blocks.hasRemaining()) {
      seen[cell] = blocks.position() / StoredBlocks.BLOCK;
    }
    return EMPTY;
  }

  private void begin(BlockKind kind, boolean isKept, boolean isName) {
    strict = seed;
    loose = seed;
    numbers = 0;
    words = 0;
    ideographs = 0;
    named = isName ? 0 : StoredBlocks.MOST_NAMING;
    kept = isKept && kind != BlockKind.TIME && kind != BlockKind.PICTURE;
  }

  /** Adds a word, which is not a number, to the current block. */
  void word(long hash) {
    words++;
    add(hash, false);
  }

  /** Adds the words of {@code utf8[start, end)} to the current block. */
  void words(byte[] utf8, int start, int end) {
    int at = start;
    while (at < end) {
      int next = CLASSES[utf8[at] & 0xff];
      if (next == LETTER || next == DIGIT || isLetter(utf8, at, end)) {
        at = word(utf8, at, end);
      } else if (next == IDEOGRAPH) {
        at = ideographs(utf8, at, end);
      } else {
        at += next == GAP ? 1 : next == SIGN_2 ? 2 : 3;
      }
    }
  }

  /** Whether a character that is not ASCII and begins with this byte always belongs to a word. */
  static boolean isLetter(byte first) {
    return CLASSES[first & 0xff] == LETTER;
  }

  private static boolean isLetter(byte[] utf8, int at, int end) {
    return CLASSES[utf8[at] & 0xff] == MAY_BE_SIGN_3
        && !(at + 1 < end && utf8[at + 1] == (byte) 0x80);
  }

  private int word(byte[] utf8, int start, int end) {
    long hash = seed;
    boolean number = true;
    int at = start;
    for (; at < end; at++) {
      int c = utf8[at] & 0xff;
      byte is = CLASSES[c];
      if (is == LETTER || (is == MAY_BE_SIGN_3 && isLetter(utf8, at, end))) {
        number = false;
        hash = TokenHash.step(hash, c >= 'A' && c <= 'Z' ? c | 0x20 : c);
      } else if (is == DIGIT || (number && joins(utf8, at, end))) {
        hash = TokenHash.step(hash, c);
      } else {
        break;
      }
    }
    words++;
    add(TokenHash.mix(hash), number);
    return at;
  }

  private static boolean joins(byte[] utf8, int at, int end) {
    byte c = utf8[at];
    return (c == '.' || c == ',' || c == ':')
        && at + 1 < end
        && CLASSES[utf8[at + 1] & 0xff] == DIGIT;
  }

  /** Ideographs and kana one after the other. */
  private int ideographs(byte[] utf8, int start, int end) {
    long before = 0;
    int at = start;
    while (at + 2 < end && CLASSES[utf8[at] & 0xff] == IDEOGRAPH) {
      long c = (utf8[at] & 0xfL) << 12 | (utf8[at + 1] & 0x3fL) << 6 | (utf8[at + 2] & 0x3fL);
      at += 3;
      if (c < 0x3040) { // punctuation
        before = 0;
        continue;
      }
      ideographs++;
      add(TokenHash.mix(TokenHash.step(TokenHash.step(seed, before), c)), false);
      before = c;
    }
    return at > start ? at : end;
  }

  private void add(long word, boolean number) {
    strict = TokenHash.step(strict, word);
    loose = TokenHash.step(loose, number ? NUMBER : word);
    if (number) {
      numbers = TokenHash.step(numbers | 1, word);
    }
    if (kept) {
      int bit = (int) (word >>> 48);
      bits[bit >> 6 & (bits.length - 1)] |= 1L << bit;
      if (named < StoredBlocks.MOST_NAMING) {
        names[named++] = (short) bit;
      }
    }
  }
}
