package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.bytemap.ByteMapReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Learns passages: blocks that stand on many pages of a site, and mostly not alone between the
 * page's own.
 *
 * <p>Of each site, {@value #MOST_PAGES} pages are counted: those whose normalised URLs have the
 * smallest hashes (a bottom-k sample; Broder 1997, Cohen and Kaplan 2007), each as it was last
 * seen. So the result is exact for a site of so many URLs, and for a larger one a block's share has
 * a standard error of at most 0.5 / √{@value #MOST_PAGES} = 0.045. Neither the order of pages nor
 * how often one is fetched changes which pages are counted, as long as the site had at most {@value
 * #WINDOW} of them: a page is forgotten once {@value #WINDOW} others of its site have come since it
 * was seen last, which is looked at after every {@value #SWEEP}, so what a site no longer says is
 * withdrawn. Of counted pages with the same title, heading and main text one counts.
 *
 * <p>What one site's pages hold changes nothing for another one. At most {@value #MOST_SITES} sites
 * are known, and another one takes the place of one of those with the fewest pages, by powers of
 * two, and inherits their number (Space-Saving; Metwally, Agrawal and El Abbadi 2005): a site of
 * more than two in {@value #MOST_SITES} pages stays known. A site takes at most {@value
 * #MOST_PAGES} times 90 kB, for any pages.
 *
 * <p>All state is in the store, which nothing else may change meanwhile. Not thread-safe.
 */
public final class Passages {

  /** The most pages of a site that are counted. */
  public static final int MOST_PAGES = 128;

  /** The most sites. */
  public static final int MOST_SITES = 20_000;

  static final int WINDOW = 8_192;
  static final int SWEEP = WINDOW / 8;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] NONE = {};
  private static final Comparator<Passage> MOST_PAGES_FIRST =
      Comparator.comparingInt(passage -> -passage.pages());

  // The first byte of keys
  private static final byte COUNTS = 'c'; // → i32 number of sites, i64 number of changes
  private static final byte SITE = 's'; // and site → Site
  private static final byte PAGE = 'p'; // and site, 0, key → i64 number of the site's page, page
  private static final byte CHANGED = 'd'; // and i64 descending, site: sites to evaluate
  private static final byte WEIGHT = 'w'; // and u8 descending, site: sites by their pages
  private static final byte TOLD = 't'; // and site, 0, hash → passage as it was told last

  /** Is told what is found. */
  @FunctionalInterface
  public interface Listener {

    /**
     * A passage is found, or has twice the pages that it was last told with; or it is none any
     * more.
     *
     * @param key see {@link Passage#key}
     * @param passage null if it is none any more
     */
    void changed(String key, @Nullable Passage passage);
  }

  private final ByteMap store;
  private final PassageSettings settings;
  private final Bounds bounds;
  private final Listener listener;
  private String largest = "";
  private int most; // pages of distinct text of the largest site
  private final Map<String, byte[]> lasts = new HashMap<>(); // of sites with the most pages

  /** {@link #MOST_SITES}, {@link #MOST_PAGES} and {@link #WINDOW}, or fewer. */
  record Bounds(int sites, int pages, int window) {}

  /** What is known of all sites: i32 how many there are, i64 how often one has changed. */
  private record Counts(int sites, long changes) {
    byte[] stored() {
      return ByteBuffer.allocate(12).putInt(sites).putLong(changes).array();
    }
  }

  /** What is known of a site; i64 each. */
  private record Site(long weight, long seen, long counted, long changed) {

    static Site of(byte[] stored) {
      ByteBuffer in = ByteBuffer.wrap(stored);
      return new Site(in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }

    byte[] stored() {
      return ByteBuffer.allocate(32)
          .putLong(weight)
          .putLong(seen)
          .putLong(counted)
          .putLong(changed)
          .array();
    }
  }

  /**
   * Learns passages.
   *
   * @param store holds all that is known; an earlier instance may have filled it
   * @param listener called by {@link #evaluate}, and for what is forgotten by {@link #observe}
   */
  public Passages(ByteMap store, PassageSettings settings, Listener listener) {
    this(store, settings, new Bounds(MOST_SITES, MOST_PAGES, WINDOW), listener);
  }

  Passages(ByteMap store, PassageSettings settings, Bounds bounds, Listener listener) {
    this.store = store;
    this.settings = settings;
    this.bounds = bounds;
    this.listener = listener;
  }

  /**
   * Takes a page. Takes time that does not depend on how many pages there were.
   *
   * @param blocks what {@link PageObserver} made of it
   * @throws UnreadablePassageException if it is something else
   */
  public void observe(byte[] blocks) throws UnreadablePassageException {
    SitePage page = SitePage.decode(blocks, 0);
    byte[] name = page.site().getBytes(UTF_8);
    byte[] stored = store.get(key(SITE, name));
    Site before = stored == null ? enter(name) : Site.of(stored);
    long seen = before.seen() + 1;
    long counted = before.counted();
    boolean changed = false;
    byte[] key = key(PAGE, name, page.key());
    boolean full = counted == bounds.pages();
    byte[] last = full ? last(page.site(), name) : key;
    if (Arrays.compareUnsigned(key, last) <= 0) {
      boolean known = counted > 0 && store.get(key) != null;
      if (!known && full) {
        store.delete(last);
        lasts.remove(page.site());
      }
      store.put(key, ByteBuffer.allocate(8 + blocks.length).putLong(seen).put(blocks).array());
      counted += known || full ? 0 : 1;
      changed = true;
    }
    if (seen % (bounds.window() / 8) == 0) {
      int old = sweep(name, seen);
      counted -= old;
      changed |= old > 0;
      lasts.remove(page.site());
    }
    long mark = before.changed();
    if (changed && mark == 0) {
      mark = mark(name);
    }
    Site after = new Site(before.weight() + 1, seen, counted, mark);
    weigh(name, before.weight(), after.weight());
    store.put(key(SITE, name), after.stored());
  }

  /** The largest key of a site's counted pages. */
  private byte[] last(String site, byte[] name) {
    return lasts.computeIfAbsent(
        site, of -> Objects.requireNonNull(store.last(prefix(PAGE, name))));
  }

  /** Removes pages that were not seen for long; returns how many. */
  private int sweep(byte[] name, long seen) {
    List<byte[]> old = new ArrayList<>();
    store.scan(
        prefix(PAGE, name),
        (key, page) -> {
          if (ByteBuffer.wrap(page).getLong() <= seen - bounds.window()) {
            old.add(key);
          }
        });
    old.forEach(store::delete);
    return old.size();
  }

  /** Makes room for a site. */
  private Site enter(byte[] name) {
    Counts counts = counts();
    if (counts.sites() < bounds.sites()) {
      store.put(new byte[] {COUNTS}, new Counts(counts.sites() + 1, counts.changes()).stored());
      return new Site(0, 0, 0, 0);
    }
    byte[] least = Objects.requireNonNull(store.last(new byte[] {WEIGHT}));
    byte[] other = Arrays.copyOfRange(least, 2, least.length);
    Site replaced = site(other);
    forget(other, replaced);
    weigh(name, 0, replaced.weight());
    return new Site(replaced.weight(), 0, 0, 0);
  }

  private void forget(byte[] name, Site site) {
    List<byte[]> keys = new ArrayList<>(List.of(key(SITE, name), weight(name, site.weight())));
    if (site.changed() != 0) {
      keys.add(changed(name, site.changed()));
    }
    store.scan(prefix(PAGE, name), (key, page) -> keys.add(key));
    lasts.remove(new String(name, UTF_8));
    told(store, name)
        .forEach(
            (hash, passage) -> {
              keys.add(key(TOLD, name, hash));
              listener.changed(passage.key(), null);
            });
    keys.forEach(store::delete);
  }

  private Site site(byte[] name) {
    return Site.of(Objects.requireNonNull(store.get(key(SITE, name))));
  }

  private Counts counts() {
    byte[] stored = store.get(new byte[] {COUNTS});
    if (stored == null) {
      return new Counts(0, 0);
    }
    ByteBuffer in = ByteBuffer.wrap(stored);
    return new Counts(in.getInt(), in.getLong());
  }

  /** Notes that a site is to be evaluated; returns the number of the note. */
  private long mark(byte[] name) {
    Counts counts = counts();
    long number = counts.changes() + 1;
    store.put(new byte[] {COUNTS}, new Counts(counts.sites(), number).stored());
    store.put(changed(name, number), NONE);
    return number;
  }

  /** Moves a site among the sites by their pages, of which only the magnitude is kept. */
  private void weigh(byte[] name, long before, long after) {
    byte[] from = weight(name, before);
    byte[] to = weight(name, after);
    if (from[1] != to[1]) {
      if (before > 0) {
        store.delete(from);
      }
      store.put(to, NONE);
    }
  }

  /**
   * Finds the passages of sites whose counted pages have changed since they were evaluated, those
   * that have waited longest first, and tells the listener what has changed.
   *
   * @param most the most sites to evaluate
   * @return how many were evaluated; fewer than {@code most} if none is left
   */
  public int evaluate(int most) {
    for (int done = 0; done < most; done++) {
      byte[] oldest = store.last(new byte[] {CHANGED});
      if (oldest == null) {
        return done;
      }
      store.delete(oldest);
      byte[] name = Arrays.copyOfRange(oldest, 9, oldest.length);
      Site site = site(name);
      store.put(key(SITE, name), new Site(site.weight(), site.seen(), site.counted(), 0).stored());
      evaluate(name);
    }
    return most;
  }

  private void evaluate(byte[] name) {
    List<SitePage> pages = new ArrayList<>();
    store.scan(prefix(PAGE, name), (key, page) -> pages.add(stored(page)));
    SiteSample sample = new SiteSample(pages);
    if (sample.pages() > most) {
      most = sample.pages();
      largest = new String(name, UTF_8);
    }
    Map<Long, Passage> now = sample.passages(settings);
    Map<Long, Passage> told = told(store, name);
    List<Passage> sorted = new ArrayList<>(now.values());
    sorted.sort(MOST_PAGES_FIRST);
    for (Passage passage : sorted) {
      Passage before = told.remove(passage.hash());
      if (before == null || passage.pages() >= 2 * before.pages()) {
        byte[] json = passage.json().toString().getBytes(UTF_8);
        store.put(key(TOLD, name, passage.hash()), json);
        listener.changed(passage.key(), passage);
      }
    }
    told.forEach(
        (hash, passage) -> {
          store.delete(key(TOLD, name, hash));
          listener.changed(passage.key(), null);
        });
  }

  /** Says why none of the sites that this instance has evaluated has a passage. */
  public String whyNone() {
    if (most == 0) {
      return "no passage was found: no page has text";
    }
    String pages =
        "%d page%s of distinct text %s counted"
            .formatted(most, most == 1 ? "" : "s", most == 1 ? "was" : "were");
    return most < settings.pages()
        ? ("no passage was found: of no site enough pages are there. passages.pages is %d, and of"
                + " %s, the largest, %s")
            .formatted(settings.pages(), largest, pages)
        : ("no passage was found: no line but labels within pages is on at least %d of its site's"
                + " pages (passages.pages) and on %.0f %% of them (passages.share); of %s, the"
                + " largest site, %s")
            .formatted(settings.pages(), 100 * settings.share(), largest, pages);
  }

  private static SitePage stored(byte[] page) {
    try {
      return SitePage.decode(page, 8);
    } catch (UnreadablePassageException e) {
      throw new IllegalStateException(
          "the store of passages was written by another version: start a new generation (another"
              + " topic.prefix)",
          e);
    }
  }

  /**
   * The passages of a site as a listener was told last, those on the most pages first.
   *
   * @param store what a {@link Passages} has filled
   */
  public static List<Passage> told(ByteMapReader store, String site) {
    List<Passage> told = new ArrayList<>(told(store, site.getBytes(UTF_8)).values());
    told.sort(MOST_PAGES_FIRST);
    return told;
  }

  private static Map<Long, Passage> told(ByteMapReader store, byte[] name) {
    Map<Long, Passage> told = new TreeMap<>();
    store.scan(
        prefix(TOLD, name),
        (key, json) -> {
          try {
            told.put(ByteBuffer.wrap(key).getLong(key.length - 8), Passage.of(JSON.readTree(json)));
          } catch (IOException | UnreadablePassageException e) {
            throw new IllegalStateException("the store of passages is damaged", e);
          }
        });
    return told;
  }

  private static byte[] key(byte kind, byte[] site) {
    return ByteBuffer.allocate(1 + site.length).put(kind).put(site).array();
  }

  private static byte[] prefix(byte kind, byte[] site) {
    return ByteBuffer.allocate(2 + site.length).put(kind).put(site).put((byte) 0).array();
  }

  private static byte[] key(byte kind, byte[] site, long hash) {
    return ByteBuffer.allocate(10 + site.length)
        .put(kind)
        .put(site)
        .put((byte) 0)
        .putLong(hash)
        .array();
  }

  private static byte[] changed(byte[] site, long number) {
    return ByteBuffer.allocate(9 + site.length).put(CHANGED).putLong(~number).put(site).array();
  }

  private static byte[] weight(byte[] site, long weight) {
    return ByteBuffer.allocate(2 + site.length)
        .put(WEIGHT)
        .put((byte) Long.numberOfLeadingZeros(weight))
        .put(site)
        .array();
  }
}
