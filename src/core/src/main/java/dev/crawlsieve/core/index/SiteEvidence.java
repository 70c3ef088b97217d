package dev.crawlsieve.core.index;

import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.work.Latest;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the pages of a lane, in their order, what each site's pages have in common; see
 * {@link SiteCounts}. A site is a host here: pages of one template are pages of one host. A site
 * takes at most 4.7 kB and its name for any pages. What was learned is stored as {@link
 * SiteRecord}.
 */
public final class SiteEvidence {

  /**
   * Where the records of sites are kept, under keys of 70 characters, and those of dropped pages,
   * under keys of 37.
   */
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

  /** Crawlers fetch the pages of few hosts at a time. */
  private static final int LATEST = 64;

  private final Store store;
  private final EvidenceKeys keys = new EvidenceKeys();
  private final Map<String, SiteRecord> latest = Latest.map(LATEST);

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
    SiteRecord known = latest.get(key);
    if (known == null) {
      known = SiteRecord.decode(store.site(key));
    }
    long now = store.tick();
    SiteCounts site = known.at(now);
    SiteCounts with = site.with(page);
    if (!with.equals(known.learned()) || known.tick() != now) {
      String name = known.site().isEmpty() ? HttpUrl.site(page.url()) : known.site();
      known = new SiteRecord(now, with, name);
      store.putSite(key, known.encode());
    }
    latest.put(key, known);
    return page.informed(site);
  }

  /** Notes that records in the store were dropped. */
  public void forget() {
    latest.clear();
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
    return page.informed(SiteRecord.decode(stored).at(now));
  }

  /**
   * The key of a page's site: its scope and its URL's {@link HttpUrl#site site}, both in 128 bits
   * that nobody finds twice. Null if the site or the page's name is not known, so that nothing can
   * be learned.
   */
  public static @Nullable String key(ComparedPage page) {
    return new EvidenceKeys().of(page);
  }
}
