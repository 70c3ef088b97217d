package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.BlockKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What a page and a kept page say of each other: how similar their texts are, and what of the page
 * the kept one lacks, by its place. Each record is read once, and only as far as the rule asks.
 *
 * <p>Places are the names (title and headings of level 1), the item (the main text, and what stands
 * between it and the heading, or else the links, before it, links aside), and the rest. In the
 * item, a block of more than {@value #LINE} words is prose, which editors change; a shorter one is
 * a line, which states a fact: a date, a place, a price. So do numbers, in a block of any length.
 *
 * <p>Not thread-safe.
 */
public final class PagePair {

  /** Up to this many words are next to nothing, as in {@link Rule}. */
  static final int FEW = 8;

  /** A block of more words is prose. */
  private static final int LINE = 12;

  /** Of a text that is cut otherwise into blocks: so many words are lost with a word of its own. */
  private static final int WORDS_AROUND = 4;

  private static final int TITLE = BlockKind.TITLE.code();
  private static final int TOP_HEADING = BlockKind.TOP_HEADING.code();
  private static final int HEADING = BlockKind.HEADING.code();
  private static final int LINKS = BlockKind.LINKS.code();
  private static final int CONTROL = BlockKind.CONTROL.code();
  private static final int DATA = BlockKind.DATA.code();
  private static final int TIME = BlockKind.TIME.code();
  private static final int PICTURE = BlockKind.PICTURE.code();
  private static final BlockKind[] KINDS = BlockKind.values();

  private final ComparedPage page;
  private final ComparedPage kept;
  private final boolean sameText;
  private final int distance;
  private final int equal;
  private SiteCounts.@Nullable About site;
  private long onlyWords = -1; // before they are counted
  private boolean losesLine; // known before all is read
  private boolean read;
  private boolean proseKnown;

  // Words of the page that the kept one lacks, by place; of times and numbers, blocks
  private int name;
  private int prose; // in whole blocks until it is asked for
  private int proseBlocks;
  private int lines;
  private int numbers;
  private int beside;
  private int links;
  private int data;
  private int times;
  private int numbersBeside;
  private int lostWords; // all of these
  private final int[] lostKinds = new int[KINDS.length];

  private PagePair(ComparedPage page, ComparedPage kept) {
    this.page = page;
    this.kept = kept;
    this.sameText = page.sameContent(kept);
    this.distance = Long.bitCount(page.simhash() ^ kept.simhash());
    this.equal = page.hasSketch() && kept.hasSketch() ? page.equalMinHashes(kept) : -1;
  }

  /**
   * Compares two pages.
   *
   * @param page a page with what is known of its site
   * @param kept a page that was kept before it
   */
  public static PagePair of(ComparedPage page, ComparedPage kept) {
    return new PagePair(page, kept);
  }

  /** The page. */
  public ComparedPage page() {
    return page;
  }

  /** The kept page. */
  public ComparedPage kept() {
    return kept;
  }

  /** Whether both have one main text. */
  public boolean sameText() {
    return sameText;
  }

  /** Hamming distance of the SimHashes in bits, 0 to 64. */
  public int distance() {
    return distance;
  }

  /** How many of the 84 min-hashes are equal; -1 if one of the pages has no sketch. */
  public int equal() {
    return equal;
  }

  boolean sameUrl() {
    return page.urlHash() == kept.urlHash();
  }

  /**
   * Whether the kept page is an earlier version of the page, beside which the page is kept.
   *
   * @param readmit whether any change makes a new version; otherwise only if the earlier one broke
   *     off
   */
  public boolean isNewVersion(boolean readmit) {
    return sameUrl() && (readmit ? !kept.unchanged(page) : completes());
  }

  /** Whether the kept page broke off: by its mark, or since the page goes on where it ends. */
  private boolean completes() {
    read();
    boolean marked = kept.cut() && !page.cut();
    return marked
        ? Math.max(lostWords, page.mainWords() - kept.mainWords()) > FEW
        : prose() + lines > FEW && goesOn();
  }

  /**
   * Whether the page says all that the kept one does before it says anything else, except for the
   * kept one's last block, which it does not have: the kept page ends in the middle of a block.
   */
  private boolean goesOn() {
    int[] ofKept = texts(kept);
    int[] all = texts(page);
    int last = ofKept.length - 1;
    if (last < 1
        || StoredBlocks.hasMore(kept.stored(), kept.blocksAt())
        || contains(sorted(all, all.length), ofKept[last])) {
      return false;
    }
    int[] sortedKept = sorted(ofKept, last);
    int same = 0;
    while (same < all.length && contains(sortedKept, all[same])) {
      same++;
    }
    int[] before = sorted(all, same);
    return Arrays.stream(sortedKept).allMatch(block -> contains(before, block));
  }

  /** The hashes of a list's blocks without their numbers, but for those of no place in the text. */
  private static int[] texts(ComparedPage of) {
    byte[] record = of.stored();
    int at = of.blocksAt();
    return IntStream.range(0, StoredBlocks.count(record, at))
        .filter(
            i -> {
              int kind = StoredBlocks.kind(record, at, i);
              return kind != PICTURE && kind != DATA && kind != TIME;
            })
        .map(i -> StoredBlocks.hash(record, at, i))
        .toArray();
  }

  private static int[] sorted(int[] hashes, int count) {
    int[] sorted = Arrays.copyOf(hashes, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private static boolean contains(int[] sorted, int hash) {
    return Arrays.binarySearch(sorted, hash) >= 0;
  }

  /** Whether their names tell them apart, so that tables may rule the pair out. */
  boolean toldApart() {
    return page.toldApart(kept);
  }

  PageName pageName() {
    return page.name();
  }

  PageName keptName() {
    return kept.name();
  }

  /** What the page's site shows of the kept page's name and text. */
  SiteCounts.About site() {
    if (site == null) {
      site = page.site().about(kept);
    }
    return site;
  }

  /** Words of title and first heading that are lost, as a whole, numbers included. */
  int name() {
    read();
    return name;
  }

  /** Whether each has a name that the other one does not say, and their headings are others. */
  boolean swapsNames() {
    return name() > 0 && !isNamedInName() && of(/* page= */ kept, /* kept= */ page).name() > 0;
  }

  /** Whether both main texts list other pages. */
  boolean areLists() {
    return page.lists() && kept.lists();
  }

  /** Whether one of the two is a list, one of whose entries is called like the other one. */
  boolean isEntry() {
    return (page.lists() && hasEntry(page, kept)) || (kept.lists() && hasEntry(kept, page));
  }

  private static boolean hasEntry(ComparedPage list, ComparedPage named) {
    byte[] record = list.stored();
    int at = list.blocksAt();
    byte[] names = named.stored();
    int atNames = named.blocksAt();
    int last = SortedBlocks.lastOfMain(record, at);
    return blocks(names, atNames, StoredBlocks.count(names, atNames), TOP_HEADING)
        .anyMatch(name -> blocks(record, at, last, HEADING).anyMatch(entry -> entry == name));
  }

  /** The first blocks of a list that are of one kind, as hashes of words and numbers. */
  private static LongStream blocks(byte[] record, int at, int end, int kind) {
    return IntStream.range(0, end)
        .filter(i -> StoredBlocks.kind(record, at, i) == kind)
        .mapToLong(i -> StoredBlocks.block(record, at, i));
  }

  /** Words of prose in the item that are lost. */
  int prose() {
    read();
    if (prose > 0 && !proseKnown) {
      int own = ownWords();
      if ((own == 0 || othersWords() == 0) && !isReplaced()) {
        prose = Math.min(prose, WORDS_AROUND * own); // the same words, perhaps cut otherwise
      }
    }
    proseKnown = true;
    return prose;
  }

  /** Blocks of prose in the item that are lost, even if their words stand elsewhere. */
  int proseBlocks() {
    read();
    return proseBlocks;
  }

  /** Whether a line of the item is lost; mostly known without reading all blocks. */
  boolean losesLine() {
    if (!read && !losesLine) {
      losesLine = page.line().isLostIn(kept.stored(), kept.blocksAt());
    }
    return losesLine || lines() > 0;
  }

  /** Words of lines in the item that are lost. */
  int lines() {
    read();
    return lines;
  }

  /** Blocks of the item that have other numbers in the kept page. */
  int numbers() {
    read();
    return numbers;
  }

  /** Words beside the item that are lost, without those of links and of the data of scripts. */
  int beside() {
    read();
    return beside;
  }

  /** Words of links and controls beside the item that are lost. */
  int links() {
    read();
    return links;
  }

  /** Words of the data of scripts that are lost. */
  int data() {
    read();
    return data;
  }

  /** Blocks beside the item that state another time, or other numbers. */
  int timesAndNumbersBeside() {
    read();
    return times + numbersBeside;
  }

  /** Words of the kept page's main text. */
  int keptMainWords() {
    return kept.mainWords();
  }

  /** Whether all blocks of both pages are listed, or both say the same. */
  boolean complete() {
    byte[] ofPage = page.stored();
    byte[] ofKept = kept.stored();
    int at = page.blocksAt();
    int atKept = kept.blocksAt();
    return StoredBlocks.sameWhole(ofPage, at, ofKept, atKept)
        || !(StoredBlocks.hasMore(ofPage, at) || StoredBlocks.hasMore(ofKept, atKept));
  }

  /** Whether the kept page's title or first heading has each word of the page's first heading. */
  boolean isNamedInName() {
    return StoredBlocks.isNameIn(
        page.stored(), page.blocksAt(), kept.stored(), kept.blocksAt(), false);
  }

  /** Different words of the main text that the kept page's main text lacks, names left out. */
  int ownWords() {
    return (int) onlyWords();
  }

  /** The same of the kept page. */
  int othersWords() {
    return (int) (onlyWords() >>> Integer.SIZE);
  }

  private long onlyWords() {
    if (onlyWords < 0) {
      onlyWords =
          StoredBlocks.wordsOnlyIn(page.stored(), page.blocksAt(), kept.stored(), kept.blocksAt());
    }
    return onlyWords;
  }

  /** About how many different words the kept page's main text has. */
  int keptWords() {
    return StoredBlocks.differentWords(kept.stored(), kept.blocksAt());
  }

  /**
   * Whether the page shows a picture that the kept one does not.
   *
   * @param everywhere whether pictures in the main text count, too
   */
  boolean losesPictures(boolean everywhere) {
    return StoredBlocks.losesPictures(
        page.stored(), page.blocksAt(), kept.stored(), kept.blocksAt(), !everywhere);
  }

  /** Whether each shows a picture that the other one does not. */
  boolean swapsPictures(boolean everywhere) {
    return losesPictures(everywhere)
        && StoredBlocks.losesPictures(
            kept.stored(), kept.blocksAt(), page.stored(), page.blocksAt(), !everywhere);
  }

  private void read() {
    if (!read) {
      read = true;
      page.blocks().lostIn(kept.stored(), kept.blocksAt(), /* pair= */ this);
    }
  }

  /** Whether blocks of as many words are gained as lost, as where a date in a text is another. */
  private boolean isReplaced() {
    PagePair back = new PagePair(/* page= */ kept, /* kept= */ page);
    back.read();
    return back.proseBlocks == proseBlocks && back.prose == prose;
  }

  /**
   * Counts a block of the page that the kept one lacks.
   *
   * @param hash of its words
   * @param words of the block, at most 255
   * @param item whether it is of the item
   * @param otherNumbers whether the kept page has it with other numbers
   */
  void lose(int hash, int kind, int words, boolean item, boolean otherNumbers) {
    if (otherNumbers) {
      numbers += item ? 1 : 0;
      numbersBeside += item ? 0 : 1;
      return;
    }
    lostKinds[kind]++;
    lostWords += kind == TIME ? 0 : words;
    if (kind == TITLE || kind == TOP_HEADING) {
      name += words;
    } else if (item && words > LINE && kind != TIME) {
      prose += words;
      proseBlocks++;
    } else if (item) {
      lines += words;
      if (words > 0) {
        page.line().lost(hash);
      }
    } else if (kind == DATA) {
      data += words;
    } else if (kind == TIME) {
      times++;
    } else if (kind == LINKS || kind == CONTROL) {
      links += words;
    } else {
      beside += words;
    }
  }

  /** Why the page is a copy; known that it is one, perhaps under settings that ignore names. */
  public Reason reasonOfCopy() {
    Reason reason = Rule.decide(this, 0, Long.SIZE);
    return reason.isCopy() ? reason : Reason.SIMILAR;
  }

  /**
   * Whether the page may be none once the site shows more; known that it is a copy. What a copy is
   * for other reasons does not change.
   */
  public boolean mayTurn() {
    Reason reason = reasonOfCopy();
    return toldApart()
        || reason == Reason.SAME_NAME
        || reason == Reason.SAME_TEXT
        || (reason == Reason.NOTHING_LOST && lost().blocks() > 0);
  }

  /** What the page says and the kept one does not. */
  public Lost lost() {
    read();
    int blocks = 0;
    Map<BlockKind, Integer> kinds = new EnumMap<>(BlockKind.class);
    for (BlockKind kind : KINDS) {
      if (lostKinds[kind.code()] > 0 && kind != BlockKind.TIME) {
        kinds.put(kind, lostKinds[kind.code()]);
        blocks += lostKinds[kind.code()];
      }
    }
    return new Lost(blocks, lostWords, kinds, numbers + numbersBeside, complete());
  }
}
