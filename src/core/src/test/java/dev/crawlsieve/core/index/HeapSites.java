package dev.crawlsieve.core.index;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was learned of sites, in memory. */
public final class HeapSites implements SiteEvidence.Store {

  private final Map<String, byte[]> sites = new HashMap<>();

  @Override
  public byte @Nullable [] site(String key) {
    return sites.get(key);
  }

  @Override
  public void putSite(String key, byte[] stored) {
    sites.put(key, stored);
  }
}
