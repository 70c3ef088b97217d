package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.NameSummary;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.SitePairs;
import dev.crawlsieve.core.name.SiteTitles;
import dev.crawlsieve.core.page.BlockKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page as the index compares it, in the form in which leaders are stored (a leader record): a
 * leader, or a page that may become one.
 *
 * <pre>
 *  0 u8 format version (4)   1 i64, i64 scope key   17 i64 lane offset   25 fingerprint record
 * </pre>
 *
 * <p>The features are read in place. Big-endian.
 */
public final class ComparedPage {

  /**
   * The format version that is written, and the only one that can be read. Version 4 holds
   * fingerprints of version 5.
   */
  public static final byte VERSION = 4;

  // chosen by measurement on real pages, see docs/tuning.md
  private static final int FRAMED = 100;

  /** Fewer swapped words are those of a counter or a time, or an edit. */
  private static final int WORDS_TO_SWAPPED = 128;

  /**
   * The same, where nothing but numbers differs: members of a forum have counters on many pages.
   */
  private static final int WORDS_TO_NUMBERS = 64;

  /** Of texts without names, one word in so many says that they are two. */
  private static final int WORDS_TO_LOST = 32;

  /** The fewest numbers by which two items of one template differ, where all words are the same. */
  private static final int LEAST_NUMBERS = 2;

  /** The original on another site lacks at most one word of so many. */
  private static final int WORDS_TO_LACKED = 7;

  /** Likewise, if one other page of the site has nearly the text. */
  private static final int MORE_WORDS_TO_LACKED = 14;

  private static final int AT_SCOPE_HIGH = 1;
  private static final int AT_SCOPE_LOW = 9;
  private static final int AT_LANE_OFFSET = 17;
  private static final int AT_FINGERPRINT = 25;
  private static final int AT_SKETCH = AT_FINGERPRINT + FingerprintCodec.AT_SKETCH;
  private static final int END_OF_SKETCH = AT_SKETCH + 2 * Fingerprint.SKETCH_SIZE;
  private static final long LOW_BITS = 0x0001000100010001L;
  private static final long ALL_BUT_HIGH_BITS = 0x7fff7fff7fff7fffL;
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] stored;
  private final KnownSite site; // not stored

  private ComparedPage(byte[] stored) {
    this(stored, KnownSite.NONE);
  }

  private ComparedPage(byte[] stored, KnownSite site) {
    this.stored = stored;
    this.site = site;
  }

  /**
   * The record of a page.
   *
   * @param scope pages of two scopes never match
   * @param laneOffset offset of the fingerprint in its lane
   * @param fingerprint a fingerprint's stored form, known to be readable
   */
  public static ComparedPage of(ScopeKey scope, long laneOffset, byte[] fingerprint) {
    byte[] stored = new byte[AT_FINGERPRINT + fingerprint.length];
    stored[0] = VERSION;
    LONG.set(stored, AT_SCOPE_HIGH, scope.high());
    LONG.set(stored, AT_SCOPE_LOW, scope.low());
    LONG.set(stored, AT_LANE_OFFSET, laneOffset);
    System.arraycopy(fingerprint, 0, stored, AT_FINGERPRINT, fingerprint.length);
    return new ComparedPage(stored);
  }

  /**
   * Wraps a stored record.
   *
   * @throws IndexException if it is of another version, truncated or malformed
   */
  public static ComparedPage wrap(byte[] stored) {
    if (stored.length > 0 && stored[0] != VERSION) {
      throw new IndexException(
          "a leader record of version "
              + stored[0]
              + ", but this is "
              + VERSION
              + ": an index cannot be carried over to another version; 'replay --into PREFIX'"
              + " decides the same pages again, or start with another topic.prefix");
    }
    try {
      FingerprintCodec.ensureReadable(stored, AT_FINGERPRINT);
    } catch (UnreadableFingerprintException e) {
      throw unreadable(e);
    }
    return new ComparedPage(stored);
  }

  /**
   * The page with what is known of its site when it is decided on. That is no part of its record,
   * and counts where this page is compared with kept ones.
   */
  public ComparedPage informed(KnownSite known) {
    return new ComparedPage(stored, known);
  }

  /** What is known of the page's site, see {@link #informed}. */
  public KnownSite site() {
    return site;
  }

  private static IndexException unreadable(UnreadableFingerprintException e) {
    return new IndexException("an unreadable leader record: " + e.getMessage(), e);
  }

  /** The stored form itself, not a copy. */
  public byte[] stored() {
    return stored;
  }

  /** First half of the scope's key, from which table keys are made. */
  public long scopeHigh() {
    return (long) LONG.get(stored, AT_SCOPE_HIGH);
  }

  /** Second half of the scope's key. */
  public long scopeLow() {
    return (long) LONG.get(stored, AT_SCOPE_LOW);
  }

  /** Whether all 128 bits of the scopes' keys are equal. */
  public boolean sameScope(ComparedPage other) {
    return scopeHigh() == other.scopeHigh() && scopeLow() == other.scopeLow();
  }

  /** Offset of the fingerprint in its lane. */
  public long laneOffset() {
    return (long) LONG.get(stored, AT_LANE_OFFSET);
  }

  /** The page's position. */
  public Coordinates source() {
    return new Coordinates(
        (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SOURCE_PARTITION),
        (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SOURCE_OFFSET));
  }

  /** The page record's timestamp, milliseconds since 1970-01-01T00:00Z. */
  public long timestamp() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_TIMESTAMP);
  }

  /** The URL as produced. */
  public String url() {
    return FingerprintCodec.url(stored, AT_FINGERPRINT);
  }

  /** Hash of the body's bytes. */
  public long bodyHash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_BODY_HASH);
  }

  /** SimHash of the text. */
  public long simhash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SIMHASH);
  }

  /** SimHash of the page's title and of its text outside the main text. */
  long rest() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_REST);
  }

  /** Number of shingles of that text. */
  int restShingles() {
    return (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_REST_SHINGLES);
  }

  /** High half of the content hash. */
  public long contentHigh() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_HIGH);
  }

  /** Low half of the content hash. */
  public long contentLow() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_LOW);
  }

  /** Whether all 128 bits of the content hashes are equal. */
  public boolean sameContent(ComparedPage other) {
    return contentLow() == other.contentLow() && contentHigh() == other.contentHigh();
  }

  /**
   * Whether two records come from the same record of the topic of pages, which is then in the lane
   * twice or is being decided on again. A recreated topic has other pages at the same positions.
   */
  public boolean samePage(ComparedPage other) {
    return sameContent(other)
        && timestamp() == other.timestamp()
        && urlHash() == other.urlHash()
        && source().equals(other.source());
  }

  /** 64-bit hash of the normalised URL. */
  public long urlHash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_URL_HASH);
  }

  /** Whether there are min-hashes; a text without a shingle has none. */
  public boolean hasSketch() {
    return stored[AT_FINGERPRINT + FingerprintCodec.AT_SKETCH_SIZE] != 0;
  }

  /** The number of the 84 min-hashes that two records share; both must have a sketch. */
  public int equalMinHashes(ComparedPage other) {
    // Four at a time: in each 16-bit lane, adding 0x7fff to the low 15 bits carries into the high
    // bit unless they are all 0. With the lane's own high bit or-ed in, only a lane that is 0 keeps
    // its high bit clear.
    int equal = 0;
    for (int at = AT_SKETCH; at < END_OF_SKETCH; at += 8) {
      long differ = (long) LONG.get(stored, at) ^ (long) LONG.get(other.stored, at);
      long notZero = ((differ & ALL_BUT_HIGH_BITS) + ALL_BUT_HIGH_BITS) | differ;
      equal += Long.bitCount(~(notZero | ALL_BUT_HIGH_BITS));
    }
    return equal;
  }

  /** Whether all min-hashes of a range are equal in two records; both must have a sketch. */
  boolean sameMinHashes(ComparedPage other, int from, int count) {
    int start = AT_SKETCH + 2 * from;
    int end = start + 2 * count;
    return Arrays.equals(stored, start, end, other.stored, start, end);
  }

  /**
   * Copies the sketch, which must exist: 21 longs of four min-hashes, the first in the highest 16
   * bits.
   *
   * @param at index at which the first long is written
   */
  public void copySketch(long[] to, int at) {
    for (int i = 0; i < Fingerprint.SKETCH_SIZE / 4; i++) {
      to[at + i] = (long) LONG.get(stored, AT_SKETCH + 8 * i);
    }
  }

  /** A hash of consecutive min-hashes; the record must have a sketch. Part of the stored format. */
  long hashMinHashes(int from, int count) {
    long hash = 0;
    int at = AT_SKETCH + 2 * from;
    int left = count;
    for (; left >= 4; left -= 4, at += 8) {
      hash = Keys.mix(hash ^ (long) LONG.get(stored, at));
    }
    long rest = 0;
    for (; left > 0; left--, at += 2) {
      rest = (rest << 16) | Short.toUnsignedLong((short) SHORT.get(stored, at));
    }
    return Keys.mix(hash ^ rest);
  }

  /**
   * 64 bits that differ in at most as many positions as the sketches do: the lowest bits of the
   * min-hashes, the last 20 folded onto the first. 0 without a sketch.
   *
   * <p>Li, König: b-Bit Minwise Hashing, WWW 2010, with b = 1.
   */
  long sketchBits() {
    long bits = 0;
    if (hasSketch()) {
      for (int i = 0; i < Fingerprint.SKETCH_SIZE / 4; i++) {
        bits ^= Long.rotateLeft((long) LONG.get(stored, AT_SKETCH + 8 * i) & LOW_BITS, i);
      }
    }
    return bits;
  }

  /** Whether the text is long enough for near matches. */
  public boolean nearEligible() {
    return has(Fingerprint.FLAG_NEAR_ELIGIBLE);
  }

  /** Number of tokens in the text. */
  public int tokens() {
    return (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_TOKENS);
  }

  /** Number of shingles in the text, replicas included. */
  public int shingles() {
    return (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SHINGLES);
  }

  /** Whether this page, with what is known of its site, names the same item as a kept one. */
  Identity identity(ComparedPage other) {
    Identity alone = alone(other);
    Identity shown = shown(other, alone);
    if (shown == Identity.SAME && hasTitleOfTemplate(other)) {
      return Identity.ALIKE;
    }
    // where many pages are called so, that two of them are says nothing
    boolean byTitle = shown == Identity.ALIKE || shown != alone;
    return byTitle && site.titles().areCommon() && sharesTitle(other) ? Identity.OTHER : shown;
  }

  /** Whether two pages name the same item, with what is known of the ways to this one's site. */
  private Identity shown(ComparedPage other, Identity alone) {
    Identity shown = site.ways().identity(name(), other.name(), alone);
    return shown == alone || urlHash() == other.urlHash() ? alone : settled(shown, other);
  }

  /** Whether one title on two sites stands on this one over many pages of nearly one text. */
  private boolean hasTitleOfTemplate(ComparedPage other) {
    return site.sharesTitle()
        && site.sharesText()
        && urlHash() != other.urlHash()
        && name().ofTwoSites(other.name());
  }

  /** Whether two pages of one title are not the same page of a list, as of pictures. */
  boolean isAnotherPageOfList(ComparedPage other) {
    return sharesTitle(other) && name().pagesDiffer(other.name());
  }

  /** Whether numbers say that two pages are two of a series, such as two days of a calendar. */
  boolean isAnotherOfSeries(ComparedPage other) {
    return name().isAnotherOfSeries(other.name());
  }

  /** Whether titles or headings of two pages differ in numbers alone, as of two sizes. */
  boolean differsInNumbers(ComparedPage other) {
    return name().differsInNumbers(other.name());
  }

  /** Whether two pages of one site, not one URL, have one title and one heading. */
  private boolean sharesTitle(ComparedPage other) {
    return urlHash() != other.urlHash() && name().sameSiteAndWords(other.name());
  }

  /** Whether two pages of one site share a title and a heading that hardly a third page has. */
  boolean sharesRareTitle(ComparedPage other) {
    return site.titles().areRare() && sharesTitle(other) && !isAnotherPageOfList(other);
  }

  /**
   * Whether two pages of one site may be two forms of one page by what they are called: hardly
   * another name on the site has such a text, or a canonical link joins them.
   */
  boolean mayBeAnotherForm(ComparedPage other) {
    PageName name = name();
    PageName others = other.name();
    return name.mayBeAnotherForm(others)
        && !site.titles().areCommon()
        && (site.texts().areOwn() || (name.sameWords(others) && name.sameAddress(others)));
  }

  /** Whether two pages name the same item, as far as these two tell. */
  private Identity alone(ComparedPage other) {
    PageName name = name();
    PageName others = other.name();
    // tables cannot know that two addresses with the same canonical link are one page
    boolean oneUrl =
        urlHash() == other.urlHash() && !NameSummary.toldApart(name.summary(), others.summary());
    return settled(oneUrl ? Identity.SAME : Identity.of(name, others), other);
  }

  private Identity settled(Identity identity, ComparedPage other) {
    return switch (identity) {
      // a reordered list has as many shingles, unless it continues on another page
      case SAME ->
          shingles() != other.shingles() && name().reordered(other.name())
              ? Identity.ALIKE
              : identity;
      // half of a short text may be a frame that many sites share, such as a wiki's empty report
      case NONE -> Math.min(shingles(), other.shingles()) < FRAMED ? Identity.ALIKE : identity;
      case ALIKE, OTHER -> identity;
    };
  }

  /**
   * What was seen of the site's pages whose addresses differ as those of two pages, if that has
   * decided whether they name the same item; else null.
   */
  public @Nullable SitePairs shownBySite(ComparedPage other) {
    Identity alone = alone(other);
    boolean decided = shown(other, alone) != alone && identity(other) != Identity.OTHER;
    return decided ? site.ways().between(name(), other.name()) : null;
  }

  /**
   * How many texts of the page's site are called as it is, if that has decided how the page is
   * compared with another one of the same title and heading; else null.
   */
  public @Nullable SiteTitles titlesOfSite(ComparedPage other) {
    boolean common = site.titles().areCommon() && sharesTitle(other);
    boolean decided = identity(other) == Identity.OTHER && (common || sharesRareTitle(other));
    return decided ? site.titles() : null;
  }

  /** The page's name, read in place. */
  PageName name() {
    return PageName.in(stored, FingerprintCodec.name(stored, AT_FINGERPRINT));
  }

  /** Whether the names of two pages differ so that tables tell them apart. */
  boolean toldApart(ComparedPage other) {
    return NameSummary.toldApart(nameSummary(), other.nameSummary());
  }

  /** Words of the main text, in the unit of {@link Lost#words}. */
  int mainWords() {
    return StoredBlocks.mainWords(stored, blocksAt());
  }

  /** Whether the page has a title or a heading of level 1. */
  boolean isTitled() {
    return StoredBlocks.isTitled(stored, blocksAt());
  }

  /** The share of the page's title or heading that another page says, see {@link BlockList}. */
  double namedIn(ComparedPage other) {
    return StoredBlocks.namedIn(stored, blocksAt(), other.stored, other.blocksAt());
  }

  /**
   * Whether two pages of similar names are two items of one template, such as two dates of an
   * event: each has words or numbers that the other one lacks, and their addresses choose two
   * items. If they have no names, as plain text has none, the page may not even lose words.
   */
  public boolean isAnotherOfTemplate(ComparedPage other) {
    return isInAnotherFolder(other)
        || (name().choosesAnother(other.name())
            && (replacesWords(other) || replacesNumbers(other) || losesUnnamed(other)));
  }

  private boolean losesUnnamed(ComparedPage other) {
    if (name().isKnown() || urlHash() == other.urlHash()) {
      return false;
    }
    int lost = wordsOnlyHere(other);
    return lost > Lost.VERY_FEW_WORDS && !areFew(lost, WORDS_TO_LOST);
  }

  /**
   * Whether two pages of one name are two items of two folders, such as two classes of two packages
   * or an event in two categories: each has words that the other one lacks, and the site has not
   * shown that the two folders hold the same items.
   */
  public boolean isInAnotherFolder(ComparedPage other) {
    return name().inAnotherFolder(other.name())
        && replacesWords(other)
        && site.ways().between(name(), other.name()) == null;
  }

  private boolean replacesWords(ComparedPage other) {
    return urlHash() != other.urlHash() && swappedWords(other) > 0;
  }

  private boolean replacesNumbers(ComparedPage other) {
    return urlHash() != other.urlHash() && swappedNumbers(other) > 0;
  }

  /**
   * How many words of the page stand in the place of others in another page, as dates and places do
   * in two items of one template. Titles and first headings don't count, see {@link
   * StoredBlocks#wordsOnlyIn}.
   *
   * @return 0 if there is not one in {@value #WORDS_TO_SWAPPED} words, or if nothing but numbers
   *     differs, or nothing but blocks of links, as in two lists
   */
  public int swappedWords(ComparedPage other) {
    int swapped = lost(other).isOnly(BlockKind.LINKS) ? 0 : swapped(other);
    return areFew(swapped, WORDS_TO_SWAPPED) ? 0 : swapped;
  }

  /**
   * How many numbers of the page stand in the place of others in another page, if nothing else
   * differs: an area and a price in two flats of a house, or the day of an event that comes again.
   *
   * @return 0 if there is not one in {@value #WORDS_TO_NUMBERS} words, or only one, which may be a
   *     counter; except where addresses choose by number, as {@code /events/16} and {@code
   *     /events/17} do
   */
  public int swappedNumbers(ComparedPage other) {
    if (lost(other).blocks() > 0 || other.lost(this).blocks() > 0) {
      return 0;
    }
    int swapped = swapped(other);
    return name().choosesByNumber(other.name())
            || (swapped >= LEAST_NUMBERS && !areFew(swapped, WORDS_TO_NUMBERS))
        ? swapped
        : 0;
  }

  /**
   * Whether two pages of one site whose names or addresses choose two items each show a picture
   * that the other one does not: two photographs of a gallery may have one text, or none. Pictures
   * beside the main text count, and anywhere if the names are two.
   *
   * @param identity what their names say
   */
  public boolean showsOtherPictures(ComparedPage other, Identity identity) {
    boolean named = identity == Identity.OTHER;
    return urlHash() != other.urlHash()
        && (named || name().choosesAnother(other.name()))
        && (eachLosesPictures(other, true) || (named && eachLosesPictures(other, false)));
  }

  private boolean eachLosesPictures(ComparedPage other, boolean beside) {
    return losesPictures(other, beside) && other.losesPictures(this, beside);
  }

  /** Whether the page shows a picture that another one does not. */
  private boolean losesPictures(ComparedPage other, boolean beside) {
    return StoredBlocks.losesPictures(stored, blocksAt(), other.stored, other.blocksAt(), beside);
  }

  /** The same, wherever on the page. */
  boolean losesPictures(ComparedPage other) {
    return losesPictures(other, false);
  }

  /**
   * Whether another page's main text has all words and numbers of this one's, but for those of a
   * link or two, and those of names.
   */
  boolean losesNoWords(ComparedPage other) {
    return wordsOnlyHere(other) <= Lost.VERY_FEW_WORDS;
  }

  /** The same for any words, however few. */
  private int swapped(ComparedPage other) {
    return Math.min(wordsOnlyHere(other), other.wordsOnlyHere(this));
  }

  /** How many words of the main text another page's lacks, see {@link StoredBlocks#wordsOnlyIn}. */
  private int wordsOnlyHere(ComparedPage other) {
    return StoredBlocks.wordsOnlyIn(stored, blocksAt(), other.stored, other.blocksAt());
  }

  /** Whether there is not one such word in so many. */
  private boolean areFew(int swapped, int fewest) {
    return fewest * swapped < StoredBlocks.differentWords(stored, blocksAt());
  }

  /**
   * Whether a page of another site perhaps has no more than the template of this one, and so is not
   * its original. It has to say most words of the text; if other pages of this site have nearly the
   * text, all but a few of them, and be called all that this page is called. One title and heading
   * that tell this page from others of its site are enough.
   */
  public boolean sharesTemplateOnly(ComparedPage other) {
    boolean named = isTitled() && !site.sharesTitle();
    PageName others = other.name();
    if (!name().ofTwoSites(others)) {
      return false;
    }
    if (named && name().sameWords(others)) {
      // two shops of one template may call products by one title, such as that of a category
      return site.sharesText()
          && Lost.isMainReplaced(this, other)
          && Lost.isMainReplaced(other, this);
    }
    int at = blocksAt();
    int lacked = wordsOnlyHere(other);
    if (site.sharesText()) {
      // what tells items without a name apart may stand beside the main text
      int own = lacked + (named ? 0 : Lost.besideMain(this, other).words());
      int most = named ? Lost.FEW_WORDS : Lost.VERY_FEW_WORDS;
      // where many pages have the text, title or heading may be the site's name on all of them
      boolean both = !site.texts().areOwn();
      if (own > most || !StoredBlocks.isNameIn(stored, at, other.stored, other.blocksAt(), both)) {
        return true;
      }
    }
    int words = site.texts().near() > 0 ? MORE_WORDS_TO_LACKED : WORDS_TO_LACKED;
    return lacked > Lost.VERY_FEW_WORDS && words * lacked > StoredBlocks.differentWords(stored, at);
  }

  /** What this page says and another one does not. */
  public Lost lost(ComparedPage other) {
    return Lost.of(this, other);
  }

  /**
   * Whether blocks of the main text are lost although hardly a word of it is, and the other page
   * has more or fewer blocks in their place: the words in other blocks. A changed word in a block
   * leaves the number of blocks as it is.
   */
  public boolean isCutOtherwise(ComparedPage other) {
    int here = Lost.ofMain(this, other).blocks();
    int there = Lost.ofMain(other, this).blocks();
    return here > 0 && there > 0 && here != there && losesNoWords(other);
  }

  /** What this page says beside its main text and another one does not, names included. */
  public Lost lostBeside(ComparedPage other) {
    return Lost.beside(this, other);
  }

  /** Whether two pages say the same in the same order, but for numbers and times. */
  boolean saysTheSame(ComparedPage other) {
    return StoredBlocks.sameWithoutNumbers(stored, blocksAt(), other.stored, other.blocksAt());
  }

  /**
   * Whether two pages have the same content and say the same, numbers included, outside of it, too;
   * but for times.
   */
  public boolean unchanged(ComparedPage other) {
    return sameContent(other)
        && StoredBlocks.sameWhole(stored, blocksAt(), other.stored, other.blocksAt());
  }

  /** The summary of the page's name, see {@link NameSummary}. */
  public long nameSummary() {
    return name().summary();
  }

  /** The parts in which the names of two pages differ, see {@link Identity#differences}. */
  public List<String> nameDifferences(ComparedPage other) {
    return Identity.differences(name(), other.name());
  }

  /** Index in {@link #stored} of the page's {@link BlockList}. */
  int blocksAt() {
    return FingerprintCodec.blocks(stored, AT_FINGERPRINT);
  }

  /** Whether it is a reference page: compared with, but routed nowhere. */
  public boolean reference() {
    return has(Fingerprint.FLAG_REFERENCE);
  }

  /** Whether only the bytes of its body are compared. */
  public boolean bytes() {
    return has(Fingerprint.FLAG_BYTES);
  }

  private boolean has(int flag) {
    return (stored[AT_FINGERPRINT + FingerprintCodec.AT_FLAGS] & flag) != 0;
  }

  /**
   * The whole fingerprint, decoded.
   *
   * @throws IndexException if it cannot be read
   */
  public Fingerprint fingerprint() {
    try {
      return FingerprintCodec.decode(stored, AT_FINGERPRINT);
    } catch (UnreadableFingerprintException e) {
      throw unreadable(e);
    }
  }
}
