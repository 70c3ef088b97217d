package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.page.BlockKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What would be lost if a page were dropped in favour of another one: the blocks of its visible
 * text that are nowhere in the other page. Differences in numbers do not count, except in titles
 * and headings; neither do blocks that only state a time.
 *
 * @param blocks number of lost blocks
 * @param words number of words in them, at most 255 counted per block; where words are not
 *     separated, two ideographs or kana count as one, or four other characters
 * @param kinds number of lost blocks of each kind; a kind without any is absent
 * @param all whether all lost blocks are counted; false if one of the pages has more than {@value
 *     StoredBlocks#MOST} blocks
 */
public record Lost(int blocks, int words, Map<BlockKind, Integer> kinds, boolean all) {

  /** Why not {@linkplain #all all} lost blocks are counted, for people. */
  public static final String NOT_ALL =
      "of each page the first %,d blocks are listed, and one of the two has more"
          .formatted(StoredBlocks.MOST);

  /** Which lost blocks count, by their kind and whether they are part of the main text. */
  private interface Counted {
    boolean counts(int kind, boolean main);
  }

  /** Nothing is lost. */
  public static final Lost NOTHING = new Lost(0, 0, Map.of(), true);

  private static final BlockKind[] KINDS = BlockKind.values();

  /** Up to this many words are a link to the next page, or a date in words. */
  static final int VERY_FEW_WORDS = 2;

  /** Up to this many words are next to nothing: a link to the next page, a name, a count. */
  static final int FEW_WORDS = 8;

  /** Beside links, the frames of print and AMP versions differ in up to about this many words. */
  private static final int MOST_FRAME_TEXT = 128;

  /** A title and a footer, for example with a release and a licence, have about this many words. */
  static final int FRAME_WORDS = 64;

  /** Two frames are the same if at most one word in this many is lost, or only a few words are. */
  private static final int FRAME_TO_LOST = 4;

  private static final int VALUES_TO_WORDS = 4;

  private static final int CELL = BlockKind.CELL.code();
  private static final int DATA = BlockKind.DATA.code();
  private static final int TIME = BlockKind.TIME.code();
  private static final int PICTURE = BlockKind.PICTURE.code();
  private static final int LINKS = BlockKind.LINKS.code();
  private static final int[] NO_BLOCKS = {};

  public Lost {
    EnumMap<BlockKind, Integer> copy = new EnumMap<>(BlockKind.class);
    copy.putAll(Objects.requireNonNull(kinds, "kinds"));
    kinds = Collections.unmodifiableMap(copy);
  }

  /** Compares two pages, in time n log n for n blocks, at most 1,024 a page. */
  static Lost of(ComparedPage page, ComparedPage other) {
    return of(page, other, (kind, main) -> true);
  }

  /** The same, not counting titles and headings of level 1. */
  static Lost besideNames(ComparedPage page, ComparedPage other) {
    return of(page, other, (kind, main) -> !isName(kind));
  }

  /** The same, nor data beside the text that is compared, which often has the name once more. */
  static Lost besideNamesAndData(ComparedPage page, ComparedPage other) {
    return of(page, other, (kind, main) -> !isName(kind) && (main || kind != DATA));
  }

  /** Counting only the text that is compared, but no titles and headings of level 1. */
  static Lost ofMain(ComparedPage page, ComparedPage other) {
    return of(page, other, (kind, main) -> main && !isName(kind));
  }

  /** Not counting the text that is compared. */
  static Lost beside(ComparedPage page, ComparedPage other) {
    return of(page, other, (kind, main) -> !main);
  }

  /** The same, nor titles and headings of level 1. */
  static Lost besideMain(ComparedPage page, ComparedPage other) {
    return of(page, other, (kind, main) -> !main && !isName(kind));
  }

  private static Lost of(ComparedPage page, ComparedPage other, Counted counted) {
    if (page.saysTheSame(other)) {
      return NOTHING;
    }
    byte[] record = page.stored();
    int at = page.blocksAt();
    int[] others = hashes(other.stored(), other.blocksAt());
    int blocks = 0;
    int words = 0;
    int[] kinds = new int[KINDS.length];
    for (int i = 0; i < StoredBlocks.count(record, at); i++) {
      int kind = StoredBlocks.kind(record, at, i);
      if (isText(kind)
          && kind < KINDS.length
          && counted.counts(kind, StoredBlocks.isMain(record, at, i))
          && Arrays.binarySearch(others, StoredBlocks.hash(record, at, i)) < 0) {
        blocks++;
        words += StoredBlocks.words(record, at, i);
        kinds[kind]++;
      }
    }
    boolean more =
        StoredBlocks.hasMore(record, at) || StoredBlocks.hasMore(other.stored(), other.blocksAt());
    if (blocks == 0 && !more) {
      return NOTHING;
    }
    Map<BlockKind, Integer> byKind = new EnumMap<>(BlockKind.class);
    for (BlockKind kind : KINDS) {
      if (kinds[kind.code()] > 0) {
        byKind.put(kind, kinds[kind.code()]);
      }
    }
    return new Lost(blocks, words, byKind, !more);
  }

  /**
   * Whether a page has a name that another page lacks, while the text of both outside their main
   * text is the same, or nearly: two pages of one template.
   *
   * @param titles whether a title counts as a name, not only a heading of level 1
   */
  static boolean isNameInOneFrame(ComparedPage page, ComparedPage other, boolean titles) {
    byte[] record = page.stored();
    int at = page.blocksAt();
    int[] others = hashes(other.stored(), other.blocksAt());
    boolean name = false;
    int frame = 0;
    int lost = 0;
    for (int i = 0; i < StoredBlocks.count(record, at); i++) {
      int kind = StoredBlocks.kind(record, at, i);
      boolean found = Arrays.binarySearch(others, StoredBlocks.hash(record, at, i)) >= 0;
      boolean title = kind == BlockKind.TITLE.code();
      name |= isName(kind) && !found && (titles || !title);
      if (!isName(kind) && isText(kind) && !StoredBlocks.isMain(record, at, i)) {
        frame += StoredBlocks.words(record, at, i);
        lost += found ? 0 : StoredBlocks.words(record, at, i);
      }
    }
    return name && (lost <= FEW_WORDS || FRAME_TO_LOST * lost <= frame);
  }

  /**
   * Whether most of what a page says outside its main text, title and first heading is not in
   * another page, or the other way around, if that one says more there. Data of scripts is no
   * frame: much of it is the same on all pages of a site. A page that says more than {@value
   * #MOST_FRAME_TEXT} words there that the other one lacks, links aside, has a text of its own
   * beside its main text, such as comments.
   */
  static boolean areInTwoFrames(ComparedPage page, ComparedPage other) {
    int[] ours = hashes(page.stored(), page.blocksAt());
    int[] theirs = hashes(other.stored(), other.blocksAt());
    int frame = words(page, false, Lost::isSeen, NO_BLOCKS);
    int others = words(other, false, Lost::isSeen, NO_BLOCKS);
    int lost =
        frame < others
            ? words(other, false, Lost::isSeen, ours)
            : words(page, false, Lost::isSeen, theirs);
    return lost > FEW_WORDS
        && 3 * lost >= 2 * Math.max(frame, others)
        && words(page, false, kind -> isPlain(kind) && kind != LINKS, theirs) <= MOST_FRAME_TEXT;
  }

  /**
   * Whether another page lacks more than a few words of what a page has as its main text, apart
   * from a frame. Of a copy in another frame it lacks none, unless the frame is in that text. So a
   * tenth as many words have to be outside it; names of pictures and times are words there, since a
   * frame may have hardly anything else.
   */
  static boolean isMainReplaced(ComparedPage page, ComparedPage other) {
    int[] theirs = hashes(other.stored(), other.blocksAt());
    return words(page, true, Lost::isPlain, theirs) > FEW_WORDS
        && 10 * words(page, false, kind -> !isName(kind), NO_BLOCKS)
            >= words(page, true, kind -> true, NO_BLOCKS);
  }

  /**
   * Whether a quarter of a page's main text is cells of tables, or data: those often hold numbers,
   * which do not count, and may be all that tells two such pages apart.
   */
  static boolean isOfValues(ComparedPage page) {
    int values = words(page, true, kind -> kind == CELL || kind == DATA, NO_BLOCKS);
    return VALUES_TO_WORDS * values > words(page, true, kind -> true, NO_BLOCKS);
  }

  /**
   * The words of a page's main text, or those outside of it.
   *
   * @param kinds which kinds of blocks count
   * @param without sorted hashes of blocks that do not count
   */
  private static int words(ComparedPage page, boolean main, IntPredicate kinds, int[] without) {
    byte[] record = page.stored();
    int at = page.blocksAt();
    int words = 0;
    for (int i = 0; i < StoredBlocks.count(record, at); i++) {
      if (StoredBlocks.isMain(record, at, i) == main
          && kinds.test(StoredBlocks.kind(record, at, i))
          && Arrays.binarySearch(without, StoredBlocks.hash(record, at, i)) < 0) {
        words += StoredBlocks.words(record, at, i);
      }
    }
    return words;
  }

  /** Whether a block is text, but neither title nor first heading. */
  private static boolean isPlain(int kind) {
    return isText(kind) && !isName(kind);
  }

  /** Whether it is also seen, as data of scripts is not. */
  private static boolean isSeen(int kind) {
    return isPlain(kind) && kind != DATA;
  }

  private static boolean isText(int kind) {
    return kind != TIME && kind != PICTURE;
  }

  private static boolean isName(int kind) {
    return kind == BlockKind.TITLE.code() || kind == BlockKind.TOP_HEADING.code();
  }

  private static int[] hashes(byte[] record, int at) {
    int[] hashes = new int[StoredBlocks.count(record, at)];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = StoredBlocks.hash(record, at, i);
    }
    Arrays.sort(hashes);
    return hashes;
  }

  /**
   * {@return for people: "3 blocks of 17 words in all (1 × heading, 2 × links)"} It says "at least"
   * where not all blocks or words may have been counted.
   */
  public String text() {
    StringBuilder text = new StringBuilder(all ? "" : "at least ");
    text.append(blocks).append(blocks == 1 ? " block of " : " blocks of ");
    text.append(words < StoredBlocks.MOST_WORDS ? "" : "at least ")
        .append(words)
        .append(words == 1 ? " word" : " words");
    text.append(blocks == 1 ? "" : " in all");
    String before = " (";
    for (Map.Entry<BlockKind, Integer> kind : kinds.entrySet()) {
      String name = kind.getKey() == BlockKind.ITEM ? "list item" : kind.getKey().text();
      text.append(before).append(kind.getValue()).append(" × ").append(name);
      before = ", ";
    }
    return text.append(kinds.isEmpty() ? "" : ")").toString();
  }

  /**
   * {@return whether no block is lost that is not of one of these kinds}
   *
   * @param of the kinds
   */
  public boolean isOnly(BlockKind... of) {
    return Set.of(of).containsAll(kinds.keySet());
  }

  /** Whether a title or a heading of level 1 is lost. */
  boolean hasName() {
    return kinds.containsKey(BlockKind.TITLE) || kinds.containsKey(BlockKind.TOP_HEADING);
  }

  /** Whether at most this many words are known to be lost. */
  boolean isAtMost(int most) {
    return all && words <= most;
  }
}
