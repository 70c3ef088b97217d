package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import dev.crawlsieve.core.page.PageText;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Makes the {@link BlockList} of a page from the tokens of its blocks. A number is a token of
 * digits of any script, or several that {@code .}, {@code ,} or {@code :} separate; any other token
 * of a script with spaces is a word. In scripts without spaces each token makes a word with the one
 * before it, and counts half of one, or a quarter for each of its letters: so many are in an
 * average word.
 *
 * <p>Time is linear in the text; memory is bounded for any page. Not thread-safe.
 */
final class BlockHasher {

  private static final long NUMBER = 0x5851f42d4c957f2dL;
  private static final int CELLS = 4 * StoredBlocks.MOST;
  private static final int EMPTY = -1;

  // What is lost is counted in quarters of words.
  private static final int WORD = 4;
  static final int IDEOGRAPH = 2;

  private final long seed;
  private final Tokenizer tokenizer; // of what is in neither text
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
  private int mainQuarters; // of words

  // Of the current block
  private long strict;
  private long loose;
  private int quarters; // of words
  private boolean pending; // whether a number is not added yet, since more of it may follow
  private long number;
  private long numbers; // of the block's, 0 if there are none
  private boolean kept; // whether its words go into the bits or names
  private short[] names = naming;
  private int named;

  BlockHasher(HashKeys keys) {
    seed = keys.token();
    tokenizer = new Tokenizer(keys);
  }

  /**
   * The block list of a page. Its texts are tokenized on the way, so that most blocks are read once
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
    mainQuarters = 0;
    int title = name(text.title(), BlockKind.TITLE, naming);
    int heading = nameOnly(text.heading(), headingNaming);
    PageBlocks page = text.blocks();
    for (int i = 0; i < page.size(); i++) {
      begin(page.kind(i), page.isMain(i), false);
      if (!(page.isMain(i) ? compared : rest).read(i, this)) {
        tokenizer.readBlock(page.utf8(), page.start(i), page.end(i), this);
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
    tokenizer.readBlock(utf8, 0, utf8.length, this);
    addNumber();
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
    out.putInt(words(mainQuarters)).put(blocks.array(), 0, blocks.position());
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
    addNumber();
    if (quarters == 0) {
      return;
    }
    boolean isPicture = kind == BlockKind.PICTURE;
    mainQuarters += isMain && !isPicture ? quarters : 0;
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
      blocks.put((byte) Math.min(StoredBlocks.MOST_WORDS, words(quarters)));
      blocks.put((byte) (hash >>> 16)).putShort((short) hash).putShort((short) 0);
    }
    if (numbers != 0 && !exact && isNewNumbers(TokenHash.mix(numbers ^ hash))) {
      numbersOf[at] += (int) (TokenHash.mix(numbers) >>> 32) | 1; // in any order
    }
  }

  private static int words(int quarters) {
    return (quarters + WORD - 1) / WORD;
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
    quarters = 0;
    pending = false;
    named = isName ? 0 : StoredBlocks.MOST_NAMING;
    kept = isKept && kind != BlockKind.TIME && kind != BlockKind.PICTURE;
  }

  /** Adds a word, which is not a number, to the current block. */
  void word(long hash) {
    addNumber();
    quarters += WORD;
    add(hash, false);
  }

  /**
   * Adds a number.
   *
   * @param joined whether it continues the last one
   */
  void number(long hash, boolean joined) {
    if (joined) {
      number = TokenHash.step(number, hash);
    } else {
      addNumber();
      quarters += WORD;
      number = hash;
      pending = true;
    }
  }

  private void addNumber() {
    if (pending) {
      pending = false;
      add(TokenHash.mix(number), true);
    }
  }

  /**
   * Adds a token of a script without spaces.
   *
   * @param before the hash of the token directly before it, or 0
   * @param letters how many quarters of an average word it is: {@link #IDEOGRAPH}, or one for each
   *     letter
   */
  void character(long before, long hash, int letters) {
    addNumber();
    quarters += letters;
    add(TokenHash.mix(TokenHash.step(TokenHash.step(seed, before), hash)), false);
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
