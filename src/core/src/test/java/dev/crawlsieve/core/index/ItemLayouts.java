package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.NameThresholds;

/** Layouts whose detector compares names, for tests. */
public final class ItemLayouts {

  private ItemLayouts() {}

  /** The same tables for the same detector with names compared. */
  public static TableLayout of(TableLayout similar, NameThresholds names) {
    return similar.verifiedBy(RuledDetector.of(similar.detector(), names.alikeSimilarity()));
  }
}
