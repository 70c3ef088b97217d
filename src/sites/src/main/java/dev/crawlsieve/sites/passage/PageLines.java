package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.page.PageBlocks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a page's visible text in document order. A line is a block as the page shows it: a
 * paragraph, a heading, a menu's item; what stands in one line is one, so that a word that a site
 * repeats within its sentences is none. Not thread-safe.
 */
public final class PageLines {

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private final byte[] utf8; // begins with the lines, each followed by a line feed
  private final int[] ends; // each of the line feed
  private final byte[] kinds;
  private final boolean[] main;
  private final boolean[] mainPart; // main, or at its edge
  private long @Nullable [] hashes; // once they are asked for

  private PageLines(byte[] utf8, int[] ends, byte[] kinds, boolean[] main, boolean[] mainPart) {
    this.utf8 = utf8;
    this.ends = ends;
    this.kinds = kinds;
    this.main = main;
    this.mainPart = mainPart;
  }

  /** The lines of a page; not what only the data of its scripts says. */
  public static PageLines of(PageBlocks blocks) {
    Builder lines = new Builder(blocks.utf8().length + blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.kind(i) != BlockKind.DATA && blocks.kind(i) != BlockKind.PICTURE) {
        lines.add(blocks, i);
      }
    }
    return lines.build();
  }

  /** The lines of a text; their kinds are not known. */
  public static PageLines of(String text) {
    PageBlocks.Builder blocks = new PageBlocks.Builder(text.length());
    blocks.addLines(text.getBytes(UTF_8), BlockKind.TEXT, true);
    return of(blocks.build());
  }

  /** {@return the number of lines} */
  public int size() {
    return ends.length;
  }

  int start(int line) {
    return line == 0 ? 0 : ends[line - 1] + 1;
  }

  int end(int line) {
    return ends[line];
  }

  /** Begins with the lines, each followed by a line feed. */
  byte[] utf8() {
    return utf8;
  }

  /** The number of bytes of the lines, each with a line feed. */
  int bytes() {
    return ends.length == 0 ? 0 : ends[ends.length - 1] + 1;
  }

  byte kind(int line) {
    return kinds[line];
  }

  boolean isMain(int line) {
    return main[line];
  }

  /** Whether a line is in the page's main part: in its main text, or at the edge of it. */
  boolean isInMainPart(int line) {
    return mainPart[line];
  }

  /** {@return the hash by which a line is known: XXH3-64 of its text in UTF-8} */
  public long hash(int line) {
    if (hashes == null) {
      hashes = new long[size()];
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = hash(utf8, start(i), end(i) - start(i));
      }
    }
    return hashes[line];
  }

  static long hash(byte[] utf8, int start, int bytes) {
    return HASHER.hashBytesToLong(utf8, start, bytes);
  }

  /** {@return a line's text} */
  public String text(int line) {
    return new String(utf8, start(line), end(line) - start(line), UTF_8);
  }

  /** {@return all lines, with a line feed between them} */
  public String text() {
    return new String(utf8, 0, Math.max(0, bytes() - 1), UTF_8);
  }

  private static final class Builder {
    private final byte[] utf8;
    private int length;
    private int[] ends = new int[64];
    private byte[] kinds = new byte[64];
    private boolean[] main = new boolean[64];
    private boolean[] mainPart = new boolean[64];
    private int size;

    Builder(int bytes) {
      utf8 = new byte[bytes + 1];
    }

    void add(PageBlocks blocks, int block) {
      byte[] from = blocks.utf8();
      boolean begins = size == 0 || blocks.gap(block) == '\n';
      if (!begins && blocks.gap(block) == ' ') {
        utf8[length++] = ' ';
      }
      int to = blocks.end(block);
      int start = blocks.start(block);
      while (start < to) {
        int end = start;
        while (end < to && from[end] != '\n') {
          end++;
        }
        if (end > start) {
          if (begins) {
            begin(blocks.kind(block));
            begins = false;
          }
          System.arraycopy(from, start, utf8, length, end - start);
          length += end - start;
          main[size - 1] |= blocks.isMain(block);
          mainPart[size - 1] |= blocks.isMain(block) || blocks.isEdge(block);
        }
        begins |= end < to;
        start = end + 1;
      }
    }

    /** Ends a line, and begins another one. */
    private void begin(BlockKind kind) {
      if (size > 0) {
        ends[size - 1] = length;
        utf8[length++] = '\n';
      }
      if (size == ends.length) {
        ends = Arrays.copyOf(ends, 2 * size);
        kinds = Arrays.copyOf(kinds, 2 * size);
        main = Arrays.copyOf(main, 2 * size);
        mainPart = Arrays.copyOf(mainPart, 2 * size);
      }
      kinds[size++] = kind.code();
    }

    PageLines build() {
      if (size > 0) {
        ends[size - 1] = length;
        utf8[length++] = '\n';
      }
      return new PageLines(utf8, Arrays.copyOf(ends, size), kinds, main, mainPart);
    }
  }
}
