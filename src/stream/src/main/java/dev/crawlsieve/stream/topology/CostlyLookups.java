package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.verdict.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of pages that are compared with very many kept pages. No lookup is cut short, so pages that
 * share a part of their text, which is a template or was made up for it, make each other slow.
 */
final class CostlyLookups {

  private static final Logger LOG = LoggerFactory.getLogger(CostlyLookups.class);

  /** A few milliseconds' work. */
  static final int FIRST = 4_096;

  private int next = FIRST;

  /** Warns if a page took twice as many comparisons as the one of the latest warning, or more. */
  void decided(Verdict verdict) {
    if (verdict.compared() < next) {
      return;
    }
    next = 2 * Integer.highestOneBit(verdict.compared());
    LOG.warn(
        "lane {}: the page {} ({}) was compared with {} kept pages. Pages like it, of this site or"
            + " of many, slow the lane down: see docs/security.md, a flood of alike pages",
        verdict.lane(),
        verdict.url(),
        verdict.source(),
        verdict.compared());
  }
}
