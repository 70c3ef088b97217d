package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.bytemap.ByteMapReader;
import java.nio.ByteBuffer;

/** Counts the links to sampled paths. All state is in the store. */
final class LinkCounts {

  private final ByteMap store;
  private final LearningWork work;
  private boolean seen;

  LinkCounts(ByteMap store, LearningWork work) {
    this.store = store;
    this.work = work;
    this.seen = seen(store);
  }

  /** Whether any links have been counted; if not, a count of 0 means nothing. */
  static boolean seen(ByteMapReader store) {
    return store.get(StoreKeys.LINKS) != null;
  }

  void see() {
    if (!seen) {
      store.put(StoreKeys.LINKS, new byte[] {Fields.VERSION});
      seen = true;
    }
  }

  /** Counts one more link to a sampled path. */
  void add(byte[] pathKey) {
    byte[] key = StoreKeys.links(pathKey);
    byte[] count = ByteBuffer.allocate(9).put(Fields.VERSION).putLong(at(store, key) + 1).array();
    store.put(key, count);
  }

  /** Number of links to a URL; 0 if its path is not sampled. */
  static long to(ByteMapReader store, SiteUrl url) {
    return at(store, StoreKeys.links(StoreKeys.path(url.site(), url.path())));
  }

  private static long at(ByteMapReader store, byte[] key) {
    byte[] stored = store.get(key);
    return stored == null ? 0 : Fields.open(stored).getLong();
  }

  /**
   * A pair as a mirror. It includes the number of links to the pair's common sampled paths, if any
   * links have been counted and adding them up is not too much work.
   */
  Mirror of(Pair pair, SampledPaths samples) {
    if (!seen || work.spent()) {
      return pair.mirror();
    }
    long one = 0;
    long two = 0;
    for (SampledPath path : samples.of(pair.one.site())) {
      if (pair.one.covers(path.path())) {
        SiteUrl other = pair.across(pair.one, path.path());
        if (samples.content(other) != null) {
          one += to(store, new SiteUrl(pair.one.site(), path.path()));
          two += to(store, other);
        }
      }
    }
    return pair.mirror().with(new InLinks(one, two));
  }
}
