package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sampled paths of all sites: for each site, the paths with the smallest keys.
 *
 * @param most maximum number of paths per site
 */
record SampledPaths(ByteMap store, int most, LearningWork work) {

  /** The content of a URL, or null if its path is not in the sample of its site. */
  @Nullable Coordinates content(SiteUrl url) {
    byte[] stored = store.get(StoreKeys.path(url.site(), url.path()));
    return stored == null ? null : SampledPath.content(stored);
  }

  /** Whether a path is in the sample, or would be added to it now. */
  boolean admits(Site site, byte[] key) {
    return site.paths < most || Arrays.compareUnsigned(key, site.last) <= 0;
  }

  /** Puts a path into the sample; the caller updates {@link Site#paths}. */
  void put(byte[] key, String path, Coordinates content) {
    store.put(key, new SampledPath(0, path, content).stored());
  }

  /** Removes and returns the last path of a sample that is too large; null if it is not. */
  @Nullable SampledPath evict(Site site) {
    if (site.paths <= most) {
      return null;
    }
    byte[] prefix = StoreKeys.paths(site.name);
    byte[] key = Objects.requireNonNull(store.last(prefix));
    SampledPath evicted = SampledPath.of(key, Objects.requireNonNull(store.get(key)));
    store.delete(key);
    site.last = store.last(prefix);
    site.paths--;
    return evicted;
  }

  /** Removes all paths of a site. */
  void clear(String site) {
    List<byte[]> keys = new ArrayList<>();
    store.scan(StoreKeys.paths(site), (key, value) -> keys.add(key));
    keys.forEach(store::delete);
  }

  /** A site's sample, in key order. */
  List<SampledPath> of(String site) {
    List<SampledPath> paths = new ArrayList<>();
    store.scan(StoreKeys.paths(site), (key, value) -> paths.add(SampledPath.of(key, value)));
    paths.forEach(path -> work.path(path.path(), 1));
    return paths;
  }
}
