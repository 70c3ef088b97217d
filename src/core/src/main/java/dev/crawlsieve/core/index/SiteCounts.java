package dev.crawlsieve.core.index;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a site's pages have shown so far, as counts over a sample: those with the smallest hashes of
 * their URLs, at most {@value #SAMPLED} (bottom-k sketch: Cohen and Kaplan, PODC 2007). All pages
 * count, kept and dropped, so that what is known does not depend on what was decided. Immutable.
 *
 * <p>The rule asks about the kept page's name and text. So an edit of the page that is decided on
 * does not change the answer.
 *
 * <p>The stored form, big-endian: u8 number of pages, then for each u64 hash of its URL, ascending,
 * u32 hash of title and heading, u64 SimHash of its text, u32 hash of all that it says.
 */
public final class SiteCounts {

  /** The most pages in a sample. */
  static final int SAMPLED = 192;

  /** In bits, between the SimHashes of two texts of two names that are nearly the same. */
  static final int NEAR = 8;

  /** Likewise, of two pages of one text, copies or a template, that differ in a line or two. */
  private static final int ONE_TEXT = 12;

  /** Likewise, of texts that are only similar. */
  static final int SIMILAR = 16;

  /** No bound of the rule is higher for {@link #SAMPLED} pages, so that counting ends here. */
  private static final int COUNTED = SAMPLED / Rule.SHARE + 1;

  /** So many other names at most may share a text for pages of two names to be compared. */
  private static final int MOST_SHARING = 8;

  /** Of the pages of a site that may share a text, as estimated: each may be compared. */
  private static final double MOST_ESTIMATED = 1_024;

  private static final int STORED = 24;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  /** Nothing is known. */
  public static final SiteCounts NONE =
      new SiteCounts(new long[0], new int[0], new long[0], new int[0]);

  /** What a site shows of a name and a text; each count is made when it is first asked for. */
  final class About {

    private final int name;
    private final long text;
    private int sharing = -1;

    private About(ComparedPage page) {
      this.name = page.name().words();
      this.text = page.simhash();
    }

    /** How many names were seen. */
    int names() {
      return SiteCounts.this.differentNames();
    }

    /** How many texts were seen. */
    int texts() {
      return SiteCounts.this.differentTexts();
    }

    /** How many other names have nearly the text, at most {@value #COUNTED}. */
    int sharing() {
      if (sharing < 0) {
        sharing = SiteCounts.this.sharing(name, text, NEAR);
      }
      return sharing;
    }

    /** How many other texts have the name, likewise; copies of one text count once. */
    int titled() {
      return SiteCounts.this.titled(name, text);
    }

    /** How many pages, of any name, have nearly the text and say different things, likewise. */
    int variants() {
      return SiteCounts.this.variants(text, ONE_TEXT);
    }

    /** The same of pages that have the very text. */
    int identical() {
      return SiteCounts.this.variants(text, 0);
    }
  }

  private final long[] places; // ascending, unsigned
  private final int[] names;
  private final long[] texts;
  private final int[] wholes;
  private int differentNames; // 0 before they are counted
  private int differentTexts;

  private SiteCounts(long[] places, int[] names, long[] texts, int[] wholes) {
    this.places = places;
    this.names = names;
    this.texts = texts;
    this.wholes = wholes;
  }

  private static int different(long[] values) {
    Arrays.sort(values);
    int different = Math.min(1, values.length);
    for (int i = 1; i < values.length; i++) {
      different += values[i] == values[i - 1] ? 0 : 1;
    }
    return different;
  }

  private int differentNames() {
    if (differentNames == 0) {
      differentNames = different(Arrays.stream(names).asLongStream().toArray());
    }
    return differentNames;
  }

  private int differentTexts() {
    if (differentTexts == 0) {
      differentTexts = different(texts.clone());
    }
    return differentTexts;
  }

  /** With another page; this if it is not sampled, or was. */
  SiteCounts with(ComparedPage page) {
    long place = (page.urlHash() ^ MULTIPLIER) * MULTIPLIER;
    int at = 0;
    while (at < places.length && Long.compareUnsigned(places[at], place) < 0) {
      at++;
    }
    if (at == SAMPLED || (at < places.length && places[at] == place)) {
      return this;
    }
    int size = Math.min(SAMPLED, places.length + 1);
    long[] newPlaces = Arrays.copyOf(places, size);
    int[] newNames = Arrays.copyOf(names, size);
    long[] newTexts = Arrays.copyOf(texts, size);
    int[] newWholes = Arrays.copyOf(wholes, size);
    System.arraycopy(places, at, newPlaces, at + 1, size - at - 1);
    System.arraycopy(names, at, newNames, at + 1, size - at - 1);
    System.arraycopy(texts, at, newTexts, at + 1, size - at - 1);
    System.arraycopy(wholes, at, newWholes, at + 1, size - at - 1);
    newPlaces[at] = place;
    newNames[at] = page.name().words();
    newTexts[at] = page.simhash();
    newWholes[at] = page.whole();
    return new SiteCounts(newPlaces, newNames, newTexts, newWholes);
  }

  /** What is known of a page's name and text. */
  About about(ComparedPage page) {
    return new About(page);
  }

  /** How many other names have a text that differs in so many bits at most. */
  private int sharing(int name, long text, int bits) {
    int[] found = new int[COUNTED];
    int sharing = 0;
    for (int i = 0; i < names.length && sharing < COUNTED; i++) {
      if (names[i] != name && Long.bitCount(texts[i] ^ text) <= bits) {
        sharing = add(names[i], found, sharing);
      }
    }
    return sharing;
  }

  private int variants(long text, int bits) {
    int[] found = new int[COUNTED];
    int variants = 0;
    for (int i = 0; i < wholes.length && variants < COUNTED; i++) {
      if (Long.bitCount(texts[i] ^ text) <= bits) {
        variants = add(wholes[i], found, variants);
      }
    }
    return variants;
  }

  /** Adds a value to those found so far, unless it is one of them; returns their number. */
  private static int add(int value, int[] found, int count) {
    int known = 0;
    while (known < count && found[known] != value) {
      known++;
    }
    found[known] = value;
    return Math.max(count, known + 1);
  }

  private int titled(int name, long text) {
    long[] found = new long[COUNTED + 1];
    found[0] = text;
    int different = 1;
    for (int i = 0; i < names.length && different <= COUNTED; i++) {
      if (names[i] == name) {
        int known = 0;
        while (known < different && Long.bitCount(found[known] ^ texts[i]) > ONE_TEXT) {
          known++;
        }
        found[known] = known == different ? texts[i] : found[known];
        different += known == different ? 1 : 0;
      }
    }
    return different - 1;
  }

  /**
   * Whether few enough pages of the site may have a page's text that the page is compared with
   * those of other names. Tables ask this before they read a record; the rule's own bounds are
   * stricter.
   *
   * @param bits in which their SimHashes may differ
   */
  boolean fewShare(ComparedPage page, int bits) {
    if (places.length == 0) {
      return true;
    }
    int sharing = sharing(page.name().words(), page.simhash(), bits);
    return sharing <= MOST_SHARING && (sharing + 1) * pagesForEach() <= MOST_ESTIMATED;
  }

  /** For how many pages of the site a sampled one stands, as estimated. */
  private double pagesForEach() {
    return places.length < SAMPLED ? 1 : Long.MAX_VALUE / ((places[SAMPLED - 1] >>> 1) + 1.0);
  }

  /**
   * Reads the stored form at a buffer's position.
   *
   * @throws IndexException if it is damaged
   */
  public static SiteCounts read(ByteBuffer in) {
    try {
      int size = in.get() & 0xff;
      if (size > SAMPLED) {
        throw new IndexException("what was learned of a site is damaged");
      }
      long[] places = new long[size];
      int[] names = new int[size];
      long[] texts = new long[size];
      int[] wholes = new int[size];
      for (int i = 0; i < size; i++) {
        places[i] = in.getLong();
        names[i] = in.getInt();
        texts[i] = in.getLong();
        wholes[i] = in.getInt();
      }
      return size == 0 ? NONE : new SiteCounts(places, names, texts, wholes);
    } catch (BufferUnderflowException e) {
      throw new IndexException("what was learned of a site is cut off", e);
    }
  }

  /** {@return bytes of the stored form} */
  public int storedBytes() {
    return 1 + STORED * places.length;
  }

  /** Writes the stored form at a buffer's position. */
  public void write(ByteBuffer to) {
    to.put((byte) places.length);
    for (int i = 0; i < places.length; i++) {
      to.putLong(places[i]).putInt(names[i]).putLong(texts[i]).putInt(wholes[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other == this || (other instanceof SiteCounts that && hasSame(that));
  }

  private boolean hasSame(SiteCounts that) {
    return Arrays.equals(places, that.places)
        && Arrays.equals(names, that.names)
        && Arrays.equals(texts, that.texts)
        && Arrays.equals(wholes, that.wholes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(places);
  }
}
