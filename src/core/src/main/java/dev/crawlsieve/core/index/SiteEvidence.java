package dev.crawlsieve.core.index;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.name.SiteTexts;
import dev.crawlsieve.core.name.SiteTitles;
import dev.crawlsieve.core.name.SiteWays;
import dev.crawlsieve.core.name.Ways;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.work.Latest;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the pages of a lane, in their order, what the addresses of each site mean; see {@link
 * SiteWays}. All pages count, kept and dropped, so that what is learned does not depend on what was
 * decided.
 *
 * <p>Two pages whose addresses differ in one way only are seen as a pair if their address without
 * it is in the site's sample: those with the smallest hashes, at most {@value #SAMPLED} (bottom-k
 * sketch: Cohen and Kaplan, PODC 2007). Each of these counts for a few pairs only, so no page and
 * no group of pages decides alone. A site, here a host, takes at most 5.5 kB for any pages.
 *
 * <p>What was learned is stored as {@link SiteRecord}, big-endian: u8 version (1), {@link
 * SiteWays}, then for each of the sample u32 rest of the address, u32 way, u32 value, u32 words of
 * title and heading, u16 those without numbers, u64 SimHash, u8 pairs.
 */
public final class SiteEvidence {

  /** Where the records of sites are kept, under keys of 70 characters. */
  public interface Store {

    /** The record of a site, null if there is none. */
    byte @Nullable [] site(String key);

    /** Keeps the record of a site. */
    void putSite(String key, byte[] stored);

    /** {@return the lane's {@link LaneTime#tick}: 0 where nothing expires} */
    long tick();

    /** Records in memory, which never expire. */
    static Store inMemory() {
      return inMemory(() -> 0);
    }

    /** Records in memory. */
    static Store inMemory(LongSupplier tick) {
      Map<String, byte[]> sites = new HashMap<>();
      return new Store() {
        @Override
        public byte @Nullable [] site(String key) {
          return sites.get(key);
        }

        @Override
        public void putSite(String key, byte[] stored) {
          sites.put(key, stored);
        }

        @Override
        public long tick() {
          return tick.getAsLong();
        }
      };
    }
  }

  private static final byte VERSION = 1;
  private static final int SAMPLED = 192;
  private static final int STORED_SAMPLE = 27;
  private static final int MULTIPLIER = 0x9e3779b1;

  /** The most pairs that one sampled address counts for. */
  private static final int MOST_PAIRS = 8;

  /** Of the SimHashes of two main texts that are nearly the same, in bits. */
  private static final int MOST_DISTANCE = 8;

  /** Likewise, of one template: a sixth of the words may differ. Unrelated texts differ in 32. */
  private static final int OF_TEMPLATE = 12;

  /** Likewise, of texts that are only similar: half of the words may differ. */
  private static final int SIMILAR = 16;

  /** Of the pages of a site whose text may be near to one, as estimated: each may be compared. */
  private static final long MOST_NEAR = 1_024;

  private static final long PLACES = 1L << 31;

  /** Crawlers fetch the pages of few hosts at a time. */
  private static final int LATEST = 64;

  private final Store store;
  private final EvidenceKeys keys = new EvidenceKeys();
  private final Map<String, Dated> latest = Latest.map(LATEST);

  /** What was learned so far is in the store, which nobody else writes meanwhile. */
  public SiteEvidence(Store store) {
    this.store = store;
  }

  /** The page with what is known of its site; then learns from it. */
  public ComparedPage enter(ComparedPage page) {
    String key = keys.of(page);
    if (key == null) {
      return page;
    }
    Dated dated = latest.computeIfAbsent(key, unknown -> Dated.read(store.site(key)));
    long now = store.tick();
    if (dated.isOver(now)) {
      dated = new Dated(new Site(), false, now);
      latest.put(key, dated);
    }
    Site site = dated.site;
    PageName name = page.name();
    int words = name.words();
    ComparedPage informed = page.informed(site.known(page));
    short letters = (short) name.letters();
    long simhash = page.simhash();
    Ways.of(
        name,
        (rest, way, value) -> {
          if (letters != 0 || way == Ways.UNKNOWN) { // no pair of pages without a name counts
            site.take(new Sampled(rest, way, value, words, letters, simhash, (byte) 0));
          }
        });
    if (site.changed || (dated.stored && dated.tick != now)) {
      store.putSite(key, new SiteRecord(now, site.stored()).encode());
      site.changed = false;
      dated.stored = true;
      dated.tick = now;
    }
    return informed;
  }

  /** The page with what is known of its site; learns nothing. */
  public ComparedPage informed(ComparedPage page) {
    String key = key(page);
    return key == null ? page : informed(page, store.site(key), store.tick());
  }

  /**
   * A page with what is known of its site.
   *
   * @param stored the record of its {@link #key}, null if there is none
   * @param now the lane's tick
   */
  public static ComparedPage informed(ComparedPage page, byte @Nullable [] stored, long now) {
    Dated dated = Dated.read(stored);
    return dated.stored && !dated.isOver(now) ? page.informed(dated.site.known(page)) : page;
  }

  /**
   * The key of a page's site: its scope and its URL's {@link HttpUrl#site site}, both in 128 bits
   * that nobody finds twice. Null if the site or the page's name is not known, so that nothing can
   * be learned.
   */
  public static @Nullable String key(ComparedPage page) {
    return new EvidenceKeys().of(page);
  }

  /** A site, and the lane's tick at its last page. */
  private static final class Dated {
    private final Site site;
    private boolean stored;
    private long tick;

    Dated(Site site, boolean stored, long tick) {
      this.site = site;
      this.stored = stored;
      this.tick = tick;
    }

    static Dated read(byte @Nullable [] stored) {
      if (stored == null) {
        return new Dated(new Site(), false, 0);
      }
      SiteRecord record = SiteRecord.decode(stored);
      return new Dated(Site.read(record.learned()), true, record.tick());
    }

    boolean isOver(long now) {
      return stored && tick < LaneTime.oldest(now);
    }
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

    /** Where the address stands among all: those with the smallest hashes are sampled. */
    int place() {
      return (rest * MULTIPLIER) >>> (Ways.isParameter(way) ? 3 : 1);
    }
  }

  /** One site. */
  private static final class Site {
    private final List<Sampled> sample = new ArrayList<>();
    private final int[] rests = new int[SAMPLED + 1]; // of the sample, side by side
    private SiteWays ways = SiteWays.NONE;
    private int last = -1; // the greatest place in the sample
    private int names = -1; // different ones in the sample, -1 if they have to be counted
    private int texts; // likewise
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
        site.ways = SiteWays.read(in);
        if (in.remaining() > SAMPLED * STORED_SAMPLE) {
          throw new IndexException("what was learned of a site is damaged");
        }
        while (in.hasRemaining()) {
          site.add(Sampled.read(in));
        }
      } catch (BufferUnderflowException e) {
        throw new IndexException("what was learned of a site is cut off", e);
      }
      return site;
    }

    byte[] stored() {
      ByteBuffer out = ByteBuffer.allocate(1 + ways.storedBytes() + STORED_SAMPLE * sample.size());
      out.put(VERSION);
      ways.write(out);
      sample.forEach(each -> each.write(out));
      return out.array();
    }

    KnownSite known(ComparedPage page) {
      if (names < 0) {
        names = distinct(sample.stream().mapToLong(Sampled::words).toArray());
        texts = distinct(sample.stream().mapToLong(Sampled::simhash).toArray());
      }
      PageName name = page.name();
      SiteTitles titles = new SiteTitles(texts, ofItsName(name.words(), page.simhash(), Long.SIZE));
      boolean unnamed = name.letters() == 0 || titles.areCommon();
      int elsewhere = elsewhere(name, page.simhash());
      SiteTexts own = texts(name.words(), page.simhash(), unnamed, elsewhere);
      int similar = near(name.words(), page.simhash(), SIMILAR);
      return new KnownSite(ways, own, titles, elsewhere, similar);
    }

    private static int distinct(long[] values) {
      Arrays.sort(values);
      int distinct = Math.min(1, values.length);
      for (int i = 1; i < values.length; i++) {
        distinct += values[i] == values[i - 1] ? 0 : 1;
      }
      return distinct;
    }

    private SiteTexts texts(int words, long simhash, boolean unnamed, int elsewhere) {
      int near = near(words, simhash, MOST_DISTANCE);
      long each = sample.size() < SAMPLED ? 1 : PLACES / (last + 1L); // stands for so many
      int bounded = (near + 1) * each > MOST_NEAR ? 0 : names;
      int ofTemplate = near(words, simhash, OF_TEMPLATE);
      int ofItsName = unnamed ? ofItsName(words, simhash, OF_TEMPLATE) + elsewhere : 0;
      return new SiteTexts(bounded, near).withLessNear(ofTemplate + ofItsName);
    }

    /** How many other addresses have a very text under its name. */
    private int elsewhere(PageName name, long simhash) {
      int words = name.words();
      List<Integer> addresses = new ArrayList<>(); // mostly none
      for (Sampled each : sample) {
        if (each.way == Ways.UNKNOWN && each.words == words && each.simhash == simhash) {
          addresses.add(each.rest);
        }
      }
      if (!addresses.isEmpty()) {
        Ways.of(
            name,
            (address, way, value) -> {
              if (way == Ways.UNKNOWN) {
                addresses.removeIf(each -> each == address);
              }
            });
      }
      return addresses.size();
    }

    /** How many other names have a text that is near to one. */
    private int near(int words, long simhash, int distance) {
      int near = 0;
      for (int i = 0; i < sample.size(); i++) {
        Sampled each = sample.get(i);
        if (each.words != words && isNear(each, simhash, distance)) {
          near += isFirstOfItsName(i, simhash, distance) ? 1 : 0;
        }
      }
      return near;
    }

    /** How many different texts beside one are called the same and are so near to it. */
    private int ofItsName(int words, long simhash, int distance) {
      int others = 0;
      for (int i = 0; i < sample.size(); i++) {
        Sampled each = sample.get(i);
        if (each.words == words && each.simhash != simhash && isNear(each, simhash, distance)) {
          others += isFirstOfItsName(i, each.simhash, 0) ? 1 : 0;
        }
      }
      return others;
    }

    private static boolean isNear(Sampled page, long simhash, int distance) {
      return Long.bitCount(page.simhash ^ simhash) <= distance;
    }

    /** Whether no text before one has its name and is as near to another one. */
    private boolean isFirstOfItsName(int i, long simhash, int distance) {
      for (int k = 0; k < i; k++) {
        if (sample.get(k).words == sample.get(i).words
            && isNear(sample.get(k), simhash, distance)) {
          return false;
        }
      }
      return true;
    }

    void take(Sampled page) {
      int whole = -1; // the page at the rest itself
      int own = -1; // the first page that differs from it in this way
      for (int i = 0; i < sample.size(); i++) {
        if (rests[i] == page.rest) {
          int way = sample.get(i).way;
          whole = way == Ways.UNKNOWN ? i : whole;
          own = way == page.way ? i : own;
        }
      }
      if (own >= 0) {
        if (page.way != Ways.UNKNOWN && page.value != sample.get(own).value) {
          compare(own, page);
        }
      } else if (sample.size() < SAMPLED || page.place() <= last) {
        add(page);
        changed = true;
        if (whole >= 0) {
          compare(sample.size() - 1, sample.get(whole));
        } else if (page.way == Ways.UNKNOWN) {
          compareAll(page);
        }
        if (sample.size() > SAMPLED) {
          trim();
        }
      }
    }

    private void add(Sampled page) {
      if (names >= 0) {
        count(page);
      }
      rests[sample.size()] = page.rest;
      sample.add(page);
      last = Math.max(last, page.place());
    }

    /** Counts one that is about to be added. */
    private void count(Sampled page) {
      boolean newName = true;
      boolean newText = true;
      for (Sampled each : sample) {
        newName &= each.words != page.words;
        newText &= each.simhash != page.simhash;
      }
      names += newName ? 1 : 0;
      texts += newText ? 1 : 0;
    }

    private void compareAll(Sampled whole) {
      for (int i = 0; i < sample.size(); i++) {
        if (rests[i] == whole.rest && sample.get(i).way != Ways.UNKNOWN) {
          compare(i, whole);
        }
      }
    }

    /** The addresses with the greatest hash leave, so that those with the smallest stay. */
    private void trim() {
      int greatest = last;
      List<Sampled> kept = sample.stream().filter(each -> each.place() != greatest).toList();
      sample.clear();
      names = -1;
      last = -1;
      kept.forEach(this::add);
    }

    /** Compares a page of the sample with one that differs from it in its way. */
    private void compare(int i, Sampled page) {
      Sampled first = sample.get(i);
      if (first.letters == 0 || page.letters == 0) {
        return; // no name tells whether they are the same
      }
      boolean named = first.words == page.words;
      // numbers alone may be those of items or of releases
      boolean tells = named || first.letters != page.letters;
      if (tells && first.pairs < MOST_PAIRS) {
        boolean near = Long.bitCount(first.simhash ^ page.simhash) <= MOST_DISTANCE;
        ways = ways.with(first.way, named, near);
        sample.set(i, first.withPair());
        changed = true;
      }
    }
  }
}
