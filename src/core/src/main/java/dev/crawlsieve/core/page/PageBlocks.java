package dev.crawlsieve.core.page;

import dev.crawlsieve.core.text.Utf8Text;
import java.util.Arrays;

/**
 * The blocks of a page's visible text, in document order: the text of each, its kind, and whether
 * it belongs to the text that is compared.
 */
public final class PageBlocks {

  /** No blocks. */
  public static final PageBlocks NONE = new Builder(0).build();

  private static final BlockKind[] KINDS = BlockKind.values();

  private final byte[] utf8;
  private final int[] ends;
  private final byte[] kinds;
  private final boolean[] main;
  private final boolean[] edges;
  private final boolean[] named;
  private final byte[] gaps;

  private PageBlocks(
      byte[] utf8,
      int[] ends,
      byte[] kinds,
      boolean[] main,
      boolean[] edges,
      boolean[] named,
      byte[] gaps) {
    this.utf8 = utf8;
    this.ends = ends;
    this.kinds = kinds;
    this.main = main;
    this.edges = edges;
    this.named = named;
    this.gaps = gaps;
  }

  /** The lines of a text without markup, all of one kind. */
  public static PageBlocks lines(Utf8Text compared, Utf8Text rest) {
    Builder blocks = new Builder(compared.utf8().length + rest.utf8().length);
    blocks.addLines(compared.utf8(), BlockKind.TEXT, true);
    blocks.addLines(rest.utf8(), BlockKind.TEXT, false);
    return blocks.build();
  }

  /** {@return the number of blocks} */
  public int size() {
    return ends.length;
  }

  /** {@return the text of all blocks, one after the other, in UTF-8; must not be modified} */
  public byte[] utf8() {
    return utf8;
  }

  /** {@return index in {@link #utf8} of a block's first byte} */
  public int start(int block) {
    return block == 0 ? 0 : ends[block - 1];
  }

  /** {@return index in {@link #utf8} after a block's last byte} */
  public int end(int block) {
    return ends[block];
  }

  /** {@return a block's kind} */
  public BlockKind kind(int block) {
    return KINDS[kinds[block]];
  }

  /** {@return whether a block belongs to the text that is compared} */
  public boolean isMain(int block) {
    return main[block];
  }

  /**
   * {@return whether a block stands in the page's main part, but in few words before its first or
   * after its last text, so it does not belong to the text that is compared}
   */
  public boolean isEdge(int block) {
    return edges[block];
  }

  /**
   * {@return whether a block says the name of a list, with at most a few words, so it belongs
   * neither to the text that is compared nor to the rest}
   */
  public boolean isName(int block) {
    return named[block];
  }

  /**
   * {@return the character between a block and the one before it: a line feed, a blank, or 0 for
   * none}
   */
  public char gap(int block) {
    return (char) gaps[block];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageBlocks that
        && Arrays.equals(ends, that.ends)
        && Arrays.equals(kinds, that.kinds)
        && Arrays.equals(main, that.main)
        && Arrays.equals(edges, that.edges)
        && Arrays.equals(named, that.named)
        && Arrays.equals(gaps, that.gaps)
        && Arrays.equals(utf8, that.utf8);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(utf8);
  }

  /** Collects blocks. */
  public static final class Builder {

    private static final int FIRST = 64;

    private byte[] utf8;
    private int length;
    private int[] ends = new int[FIRST];
    private byte[] kinds = new byte[FIRST];
    private boolean[] main = new boolean[FIRST];
    private boolean[] edges = new boolean[FIRST];
    private boolean[] named = new boolean[FIRST];
    private byte[] gaps = new byte[FIRST];
    private int size;

    /**
     * A builder without blocks.
     *
     * @param bytes approximate length of all blocks' text
     */
    public Builder(int bytes) {
      utf8 = new byte[bytes];
    }

    /** Adds a block on a line of its own, otherwise like the other method. */
    public void add(byte[] text, int start, int end, BlockKind kind, boolean isMain) {
      add(text, start, end, kind, isMain, '\n');
    }

    /**
     * Adds the block with the text {@code text[start, end)}, in UTF-8 and normal form C.
     *
     * @param gap the character before it, see {@link PageBlocks#gap}
     */
    public void add(byte[] text, int start, int end, BlockKind kind, boolean isMain, char gap) {
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, 2 * size);
        kinds = Arrays.copyOf(kinds, 2 * size);
        main = Arrays.copyOf(main, 2 * size);
        edges = Arrays.copyOf(edges, 2 * size);
        named = Arrays.copyOf(named, 2 * size);
        gaps = Arrays.copyOf(gaps, 2 * size);
      }
      if (utf8.length < length + end - start) {
        utf8 = Arrays.copyOf(utf8, Math.max(2 * utf8.length, length + end - start));
      }
      System.arraycopy(text, start, utf8, length, end - start);
      length += end - start;
      ends[size] = length;
      kinds[size] = kind.code();
      gaps[size] = (byte) gap;
      main[size++] = isMain;
    }

    /** Says of the block that was added last that it is one at an {@linkplain #isEdge edge}. */
    public void edge() {
      edges[size - 1] = true;
    }

    /** Says of the block that was added last that it {@linkplain #isName says the name}. */
    public void name() {
      named[size - 1] = true;
    }

    /** Adds the lines of a text. */
    public void addLines(byte[] text, BlockKind kind, boolean isMain) {
      int start = 0;
      for (int at = 0; at <= text.length; at++) {
        if (at == text.length || text[at] == '\n') {
          if (at > start) {
            add(text, start, at, kind, isMain);
          }
          start = at + 1;
        }
      }
    }

    /** {@return the blocks} */
    public PageBlocks build() {
      return new PageBlocks(
          Arrays.copyOf(utf8, length),
          Arrays.copyOf(ends, size),
          Arrays.copyOf(kinds, size),
          Arrays.copyOf(main, size),
          Arrays.copyOf(edges, size),
          Arrays.copyOf(named, size),
          Arrays.copyOf(gaps, size));
    }
  }
}
