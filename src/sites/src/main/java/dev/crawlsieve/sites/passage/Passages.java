package dev.crawlsieve.sites.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.bytemap.ByteMapReader;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.Forgetting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
 * was seen last, which is looked at eight times in between, so what a site no longer says is
 * withdrawn. Of counted pages with the same text of their own one counts.
 *
 * <p>What one site's pages hold changes nothing for another one. At most {@value #MOST_SITES} sites
 * are known, and another one takes the place of one of those with the fewest pages, by powers of
 * two, and inherits their number (Space-Saving; Metwally, Agrawal and El Abbadi 2005): a site of
 * more than two in {@value #MOST_SITES} pages stays known. A site takes at most {@value
 * #MOST_PAGES} times 90 kB, for any pages.
 *
 * <p>All state is in the store, which nothing else may change meanwhile, except that of a site's
 * numbers up to {@value #STORED_EVERY} pages are only in memory, and forgotten with it. Which of a
 * site's pages are counted is also in memory: 1 kB. Not thread-safe.
 *
 * <p>A scan of a store in RocksDB passes all that was deleted behind it, up to the next entry. That
 * may be the pages of thousands of sites of similar names that came and went. So pages are read and
 * deleted by their keys, and passages are looked for where there are some.
 */
public final class Passages {

  /** The most pages of a site that are counted. */
  public static final int MOST_PAGES = 128;

  /** The most sites. */
  public static final int MOST_SITES = 20_000;

  static final int WINDOW = 8_192;

  /** A site's numbers are stored with each page of this many, or if their magnitude changes. */
  private static final int STORED_EVERY = 32;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Comparator<Passage> MOST_PAGES_FIRST =
      Comparator.comparingInt(passage -> -passage.pages());
  private static final Comparator<Site> LIGHTEST_FIRST =
      Comparator.comparingInt(Site::magnitude)
          .thenComparing(site -> site.name, Arrays::compareUnsigned);

  // The first byte of keys
  private static final byte SITE = 's'; // and site → i64 each: weight, seen, changed
  private static final byte PAGE = 'p'; // and site, 0, key → i64 number of the site's page, page
  private static final byte TOLD = 't'; // and site, 0, hash → passage as it was told last

  /** Is told what is found. */
  @FunctionalInterface
  public interface Listener {

    /**
     * A passage is found, or has twice the pages that it was last told with; or it is none any
     * more.
     *
     * @param key see {@link Passage#key}
     * @param passage as {@link Passage#json} in UTF-8; null if it is none any more
     */
    void changed(String key, byte @Nullable [] passage);
  }

  private final ByteMap store;
  private final PassageSettings settings;
  private final Bounds bounds;
  private final Listener listener;
  private String largest = "";
  private int most; // pages of distinct text of the largest site
  private boolean loaded; // whether the sites of the store are in these:
  private final Map<String, Site> sites = new HashMap<>();
  private final TreeSet<Site> lightest = new TreeSet<>(LIGHTEST_FIRST);
  private final Set<Site> changed = new LinkedHashSet<>(); // that have waited longest, first
  private long changes;

  /** {@link #MOST_SITES}, {@link #MOST_PAGES} and {@link #WINDOW}, or fewer. */
  record Bounds(int sites, int pages, int window) {}

  static final Bounds BOUNDS = new Bounds(MOST_SITES, MOST_PAGES, WINDOW);

  /** What is known of a site, without its pages. */
  private static final class Site {
    private final byte[] name;
    private long weight; // its pages, and those of the sites whose place it took
    private long seen; // its pages
    private long changed; // numbers sites that are to be evaluated; 0 if it is not
    private @Nullable SmallestKeys keys; // of counted pages; null until they are needed
    private boolean told; // whether a passage is

    Site(byte[] name) {
      this.name = name;
    }

    int magnitude() {
      return Long.SIZE - Long.numberOfLeadingZeros(weight);
    }

    void read(byte[] stored) {
      ByteBuffer in = ByteBuffer.wrap(stored);
      weight = in.getLong();
      seen = in.getLong();
      changed = in.getLong(stored.length - 8); // an earlier form has one more before it
    }

    byte[] stored() {
      return ByteBuffer.allocate(24).putLong(weight).putLong(seen).putLong(changed).array();
    }
  }

  /**
   * Learns passages.
   *
   * @param store holds all that is known; an earlier instance may have filled it
   * @param listener called by {@link #evaluate}, and for what is forgotten by {@link #observe}
   */
  public Passages(ByteMap store, PassageSettings settings, Listener listener) {
    this(store, settings, BOUNDS, listener);
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
   * @throws UnreadableRecordException if it is something else
   */
  public void observe(byte[] blocks) throws UnreadableRecordException {
    SitePage page = SitePage.decode(blocks, 0);
    load();
    Site known = sites.get(page.site());
    Site site = known == null ? enter(page.site()) : known;
    long before = site.seen;
    site.seen += 1 + page.others();
    boolean differs = count(site, page);
    if (passed(before, site.seen, bounds.window() / 8)) {
      differs |= sweep(site);
    }
    boolean mark = differs && site.changed == 0;
    if (mark) {
      site.changed = ++changes;
      changed.add(site);
    }
    boolean moved = weigh(site, site.weight + site.seen - before);
    if (mark || known == null || moved || passed(before, site.seen, STORED_EVERY)) {
      store.put(key(SITE, site.name), site.stored());
    }
  }

  private static boolean passed(long before, long now, int every) {
    return before / every != now / every;
  }

  /** Counts a page if its key is one of the smallest ones; returns whether it does. */
  private boolean count(Site site, SitePage page) {
    SmallestKeys keys = keys(site);
    if (!keys.takes(page.key())) {
      return false;
    }
    Long dropped = keys.add(page.key());
    if (dropped != null) {
      store.delete(key(PAGE, site.name, dropped));
    }
    store.put(key(PAGE, site.name, page.key()), page.encode(site.seen));
    return true;
  }

  private SmallestKeys keys(Site site) {
    if (site.keys == null) {
      List<Long> keys = new ArrayList<>();
      store.scan(
          prefix(PAGE, site.name),
          (key, page) -> keys.add(ByteBuffer.wrap(key).getLong(key.length - 8)));
      site.keys = new SmallestKeys(bounds.pages(), keys);
    }
    return site.keys;
  }

  /** Removes pages that were not seen for long; returns whether there were any. */
  private boolean sweep(Site site) {
    List<Long> all = keys(site).keys();
    List<Long> left = new ArrayList<>();
    for (long key : all) {
      if (ByteBuffer.wrap(page(site, key)).getLong() > site.seen - bounds.window()) {
        left.add(key);
      } else {
        store.delete(key(PAGE, site.name, key));
      }
    }
    site.keys = new SmallestKeys(bounds.pages(), left);
    return left.size() < all.size();
  }

  private byte[] page(Site site, long key) {
    return Objects.requireNonNull(store.get(key(PAGE, site.name, key)));
  }

  /** Reads what is known of sites, once. */
  private void load() {
    if (loaded) {
      return;
    }
    loaded = true;
    store.scan(
        new byte[] {SITE},
        (key, stored) -> {
          Site site = new Site(Arrays.copyOfRange(key, 1, key.length));
          site.read(stored);
          sites.put(new String(site.name, UTF_8), site);
          lightest.add(site);
          changes = Math.max(changes, site.changed);
        });
    store.scan(
        new byte[] {TOLD},
        (key, passage) -> {
          Site site = sites.get(new String(key, 1, key.length - 10, UTF_8));
          if (site != null) {
            site.told = true;
          }
        });
    sites.values().stream()
        .filter(site -> site.changed != 0)
        .sorted(Comparator.comparingLong(site -> site.changed))
        .forEach(changed::add);
  }

  /** Makes room for a site. */
  private Site enter(String name) {
    Site site = new Site(name.getBytes(UTF_8));
    site.keys = new SmallestKeys(bounds.pages());
    if (sites.size() == bounds.sites()) {
      Site least = lightest.first();
      site.weight = least.weight;
      forget(least);
    }
    sites.put(name, site);
    lightest.add(site);
    return site;
  }

  /** Forgets sites, as a record among the pages asks. */
  public void forget(Forgetting asked) {
    load();
    List.copyOf(sites.entrySet()).stream()
        .filter(site -> asked.coversSite("http://" + site.getKey() + "/"))
        .forEach(site -> forget(site.getValue()));
  }

  private void forget(Site site) {
    sites.remove(new String(site.name, UTF_8));
    lightest.remove(site);
    changed.remove(site);
    store.delete(key(SITE, site.name));
    keys(site).keys().forEach(key -> store.delete(key(PAGE, site.name, key)));
    told(site).keySet().forEach(hash -> withdraw(site.name, hash));
  }

  /**
   * Moves a site among the sites by their pages, of which only the magnitude counts; returns
   * whether it has another one.
   */
  private boolean weigh(Site site, long weight) {
    if (Long.numberOfLeadingZeros(site.weight) == Long.numberOfLeadingZeros(weight)) {
      site.weight = weight;
      return false;
    }
    lightest.remove(site);
    site.weight = weight;
    lightest.add(site);
    return true;
  }

  /**
   * Finds the passages of sites whose counted pages have changed since they were evaluated, those
   * that have waited longest first, and tells the listener what has changed.
   *
   * @param most the most sites to evaluate
   * @return how many were evaluated; fewer than {@code most} if none is left
   */
  public int evaluate(int most) {
    load();
    for (int done = 0; done < most; done++) {
      Iterator<Site> next = changed.iterator();
      if (!next.hasNext()) {
        return done;
      }
      Site site = next.next();
      next.remove();
      site.changed = 0;
      store.put(key(SITE, site.name), site.stored());
      evaluate(site);
    }
    return most;
  }

  private void evaluate(Site site) {
    byte[] name = site.name;
    SiteSample sample =
        new SiteSample(keys(site).keys().stream().map(key -> stored(page(site, key))).toList());
    if (sample.pages() > most) {
      most = sample.pages();
      largest = new String(name, UTF_8);
    }
    Map<Long, Integer> told = told(site);
    List<Passage> sorted = new ArrayList<>(sample.passages(settings));
    sorted.sort(MOST_PAGES_FIRST);
    site.told = !sorted.isEmpty();
    for (Passage passage : sorted) {
      Integer before = told.remove(passage.hash());
      if (before == null || passage.pages() >= 2 * before) {
        byte[] json = passage.json().toString().getBytes(UTF_8);
        store.put(key(TOLD, name, passage.hash()), json);
        listener.changed(passage.key(), json);
      }
    }
    told.keySet().forEach(hash -> withdraw(name, hash));
  }

  private void withdraw(byte[] site, long hash) {
    store.delete(key(TOLD, site, hash));
    listener.changed(Passage.key(new String(site, UTF_8), hash), null);
  }

  /** Says why none of the sites that this instance has evaluated has a passage. */
  public String whyNone() {
    if (most == 0) {
      return "no passage was found: no page has lines of text that count; code and <pre> do not";
    }
    String pages =
        "%d page%s of distinct text %s counted"
            .formatted(most, most == 1 ? "" : "s", most == 1 ? "was" : "were");
    return most < settings.pages()
        ? ("no passage was found: no site has enough pages: it needs %d (passages.pages), and of %s,"
                + " the largest, %s")
            .formatted(settings.pages(), largest, pages)
        : ("no passage was found: no line is on at least %d of its site's pages (passages.pages) and"
                + " on %.0f %% of them (passages.share), not counting short ones between a page's"
                + " own lines, such as labels; of %s, the largest site, %s")
            .formatted(settings.pages(), 100 * settings.share(), largest, pages);
  }

  private static SitePage stored(byte[] page) {
    try {
      return SitePage.decode(page, 8);
    } catch (UnreadableRecordException e) {
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
    List<Passage> told = new ArrayList<>();
    store.scan(
        prefix(TOLD, site.getBytes(UTF_8)),
        (key, json) -> {
          try {
            told.add(Passage.of(JSON.readTree(json)));
          } catch (IOException | UnreadableRecordException e) {
            throw damaged(e);
          }
        });
    told.sort(MOST_PAGES_FIRST);
    return told;
  }

  /** On how many pages each passage of a site was when a listener was told last, by hash. */
  private Map<Long, Integer> told(Site site) {
    Map<Long, Integer> told = new TreeMap<>();
    if (!site.told) {
      return told;
    }
    store.scan(
        prefix(TOLD, site.name),
        (key, json) -> {
          try {
            told.put(ByteBuffer.wrap(key).getLong(key.length - 8), Passage.pages(json));
          } catch (IOException e) {
            throw damaged(e);
          }
        });
    return told;
  }

  private static IllegalStateException damaged(Exception cause) {
    return new IllegalStateException("the store of passages is damaged", cause);
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
}
