package dev.crawlsieve.core.name;

/**
 * Short hashes of the parts of a name in 64 bits, by which tables rule out what the whole names
 * rule out.
 *
 * <p>From the highest bits: u16 site, of which 12 bits are used, 0 if it is not known; u16 address
 * without folders, 0 for the first page of a host; u16 words of title and heading, 0 if all are
 * numbers and else odd; u8 language, 0 if none is declared; 7 bits of the order that a list is in;
 * 1 bit that says whether the address is that of a canonical link to another one. 0 for a page
 * about which nothing is known.
 */
public final class NameSummary {

  private static final int SITE = 48;
  private static final int ADDRESS = 32;
  private static final int WORDS = 16;
  private static final int LANGUAGE = 8;
  private static final long MOVED = 1;
  private static final long ORDER = 0xfe;
  private static final long SHORT_BITS = 0xffff;
  private static final long BYTE_BITS = 0xff;
  private static final long SITE_BITS = 0xfff; // so that digests have all of them
  private static final int DIGEST_WORD_BITS = 9;
  private static final int DIGEST_ADDRESS_BITS = 7;
  private static final int DIGEST_BITS = DIGEST_WORD_BITS + DIGEST_ADDRESS_BITS;
  private static final int TAG_BITS = 6;
  private static final int TAG_WORDS = (1 << TAG_BITS) - 1;
  private static final int TAG_ADDRESS = TAG_WORDS << TAG_BITS;
  private static final int TAG_SITE = -1 << (2 * TAG_BITS);

  private NameSummary() {}

  static long of(int site, int address, int words, int language, int order, boolean moved) {
    long known = site == 0 ? 0 : Math.max(1, site & SITE_BITS);
    return known << SITE
        | (address & SHORT_BITS) << ADDRESS
        | (words & SHORT_BITS) << WORDS
        | (language & BYTE_BITS) << LANGUAGE
        | (order & ORDER)
        | (moved ? MOVED : 0);
  }

  /**
   * {@return whether words and addresses of two names on one site differ for certain, known only by
   * their summaries, or by those of both digests}
   *
   * @param summary of one name
   * @param other of the other one
   */
  public static boolean toldApart(long summary, long other) {
    long differ = summary ^ other;
    return summary != 0
        && other != 0
        && differ >>> SITE == 0
        && (differ >>> ADDRESS & SHORT_BITS) != 0
        && (differ >>> WORDS & SHORT_BITS) != 0;
  }

  /**
   * {@return 28 bits of a summary: the site, and some of the address and of the words}
   *
   * @param summary the whole summary
   */
  public static int digest(long summary) {
    return (int)
        (summary >>> SITE << DIGEST_BITS
            | part(summary >>> ADDRESS, DIGEST_ADDRESS_BITS) << DIGEST_WORD_BITS
            | part(summary >>> WORDS, DIGEST_WORD_BITS));
  }

  /**
   * {@return a summary that has only the bits of a digest, to be compared with others of its kind;
   * language is not among them}
   *
   * @param digest 28 bits
   */
  public static long ofDigest(int digest) {
    return (long) digest >>> DIGEST_BITS << SITE
        | part(digest >>> DIGEST_WORD_BITS, DIGEST_ADDRESS_BITS) << ADDRESS
        | part(digest, DIGEST_WORD_BITS) << WORDS;
  }

  private static long part(long bits, int count) {
    return bits & ((1L << count) - 1);
  }

  /**
   * {@return 24 bits of a summary, which tell most names of one site apart}
   *
   * @param summary the whole summary
   */
  public static int tag(long summary) {
    int words = (int) (summary >>> WORDS) & TAG_WORDS;
    int address = ((int) (summary >>> ADDRESS) & TAG_WORDS) << TAG_BITS;
    return (int) (summary >>> SITE) << (2 * TAG_BITS) | address | words;
  }

  /**
   * {@return whether two tags say that the pages name different items} Of two that do, one in 20 is
   * missed.
   *
   * @param tag 24 bits of a summary
   * @param other those of the other one
   */
  public static boolean tagsTellApart(int tag, int other) {
    int differ = tag ^ other;
    return (differ & TAG_SITE) == 0
        && (differ & TAG_ADDRESS) != 0
        && (differ & TAG_WORDS) != 0
        && (tag & TAG_WORDS) != 0
        && (other & TAG_WORDS) != 0;
  }

  static boolean hasWords(long summary) {
    return (summary >>> WORDS & SHORT_BITS) != 0;
  }

  static boolean isMoved(long summary) {
    return (summary & MOVED) != 0;
  }
}
