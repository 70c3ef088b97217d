package dev.crawlsieve.core.index;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.SiteWays;
import dev.crawlsieve.core.name.Ways;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the pages of a lane, in their order, what the addresses of each site mean; see {@link
 * SiteWays}. All pages count, kept and dropped, so that what is learned does not depend on what was
 * decided.
 *
 * <p>Two pages whose addresses differ in one way only are seen as a pair if their address without
 * it is in the site's sample: those with the smallest hashes, at most {@value #SAMPLED} (Gibbons,
 * Distinct Sampling, VLDB 2001). Each of these counts for a few pairs only, so no page and no group
 * of pages decides alone. A site takes at most 2.1 kB, whatever its pages hold.
 *
 * <p>The stored form of a site, big-endian: u8 version (1), u8 level, {@link SiteWays}, then for
 * each of the sample u32 rest of the address, u32 way, u32 value, u32 words of title and heading,
 * u16 those without numbers, u64 SimHash, u8 pairs.
 */
public final class SiteEvidence {

  /** Where the records of sites are kept, under keys of 46 characters. */
  public interface Store {

    /** The record of a site, null if there is none. */
    byte @Nullable [] site(String key);

    /** Keeps the record of a site. */
    void putSite(String key, byte[] stored);
  }

  /** What the key of every site begins with. */
  public static final String PREFIX = "site.";

  private static final byte VERSION = 1;
  private static final int SAMPLED = 128;
  private static final int STORED_SAMPLE = 27;

  /** The most pairs that one sampled address counts for. */
  private static final int MOST_PAIRS = 8;

  /** Of the SimHashes of two main texts that are nearly the same, in bits. */
  private static final int MOST_DISTANCE = 8;

  private final Store store;

  /** What was learned so far is in the store. */
  public SiteEvidence(Store store) {
    this.store = store;
  }

  /** The page with what is known of its site; then learns from it. */
  public LeaderRecord enter(LeaderRecord page) {
    String key = key(page);
    if (key == null) {
      return page;
    }
    byte[] stored = store.site(key);
    Site site = stored == null ? new Site() : Site.read(stored);
    LeaderRecord informed = page.informed(site.ways);
    PageName name = page.name();
    int words = name.words();
    short letters = (short) name.letters();
    long simhash = page.simhash();
    Ways.of(
        name,
        (rest, way, value) ->
            site.take(new Sampled(rest, way, value, words, letters, simhash, (byte) 0)));
    if (site.changed) {
      store.putSite(key, site.stored());
    }
    return informed;
  }

  /** The page with what is known of its site; learns nothing. */
  public LeaderRecord informed(LeaderRecord page) {
    String key = key(page);
    return key == null ? page : informed(page, store.site(key));
  }

  /**
   * A page with what is known of its site.
   *
   * @param stored the record of its {@link #key}, null if there is none
   */
  public static LeaderRecord informed(LeaderRecord page, byte @Nullable [] stored) {
    return stored == null ? page : page.informed(Site.read(stored).ways);
  }

  /**
   * The key of a page's site; null if that is not known or the page is not named, so that nothing
   * can be learned from it.
   */
  public static @Nullable String key(LeaderRecord page) {
    PageName name = page.name();
    if (name.site() == 0 || name.letters() == 0) {
      return null;
    }
    HexFormat hex = HexFormat.of();
    return PREFIX
        + hex.toHexDigits(page.scopeHigh())
        + hex.toHexDigits(page.scopeLow())
        + "."
        + hex.toHexDigits(name.site());
  }

  /** The first page that was seen at a sampled address; later ones are compared with it. */
  private record Sampled(
      int rest, int way, int value, int words, short letters, long simhash, byte pairs) {

    static Sampled read(ByteBuffer in) {
      return new Sampled(
          in.getInt(),
          in.getInt(),
          in.getInt(),
          in.getInt(),
          in.getShort(),
          in.getLong(),
          in.get());
    }

    void write(ByteBuffer out) {
      out.putInt(rest).putInt(way).putInt(value).putInt(words);
      out.putShort(letters).putLong(simhash).put(pairs);
    }

    Sampled withPair() {
      return new Sampled(rest, way, value, words, letters, simhash, (byte) (pairs + 1));
    }

    boolean isSampled(int level) {
      return level == 0 || (rest * 0x9e3779b1) >>> (Integer.SIZE - level) == 0;
    }
  }

  /** One site. */
  private static final class Site {
    private final List<Sampled> sample = new ArrayList<>();
    private SiteWays ways = SiteWays.NONE;
    private int level;
    private boolean changed;

    static Site read(byte[] stored) {
      Site site = new Site();
      ByteBuffer in = ByteBuffer.wrap(stored);
      try {
        byte version = in.get();
        if (version != VERSION) {
          throw new IndexException(
              "what was learned of a site is of version " + version + ", but this is " + VERSION);
        }
        site.level = in.get();
        site.ways = SiteWays.read(in);
        while (in.hasRemaining()) {
          site.sample.add(Sampled.read(in));
        }
      } catch (BufferUnderflowException e) {
        throw new IndexException("what was learned of a site is cut off", e);
      }
      if (site.level < 0 || site.level > Integer.SIZE || site.sample.size() > SAMPLED) {
        throw new IndexException("what was learned of a site is damaged");
      }
      return site;
    }

    byte[] stored() {
      ByteBuffer out = ByteBuffer.allocate(2 + ways.storedBytes() + STORED_SAMPLE * sample.size());
      out.put(VERSION).put((byte) level);
      ways.write(out);
      sample.forEach(each -> each.write(out));
      return out.array();
    }

    void take(Sampled page) {
      if (!page.isSampled(level)) {
        return;
      }
      for (int i = 0; i < sample.size(); i++) {
        if (sample.get(i).rest == page.rest) {
          compare(i, page);
          return;
        }
      }
      sample.add(page);
      changed = true;
      while (sample.size() > SAMPLED) {
        level++;
        sample.removeIf(each -> !each.isSampled(level));
      }
    }

    private void compare(int i, Sampled page) {
      Sampled first = sample.get(i);
      boolean oneWay = first.way == page.way;
      boolean differ =
          oneWay
              ? page.way != Ways.UNKNOWN && first.value != page.value
              : page.way == Ways.UNKNOWN || first.way == Ways.UNKNOWN;
      boolean named = first.words == page.words;
      // numbers alone may be those of items or of releases
      boolean tells = named || first.letters != page.letters;
      if (differ && tells && first.pairs < MOST_PAIRS) {
        boolean near = Long.bitCount(first.simhash ^ page.simhash) <= MOST_DISTANCE;
        ways = ways.with(first.way == Ways.UNKNOWN ? page.way : first.way, named, near);
        sample.set(i, first.withPair());
        changed = true;
      }
    }
  }
}
