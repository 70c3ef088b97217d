package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Warns of pages that are compared with very many kept pages. No lookup is cut short, so pages that
 * share much text, because of a template or on purpose, slow each other down.
 */
final class CostlyLookups {

  /** Comparisons of a page at which the first warning is given; they take a few milliseconds. */
  static final int FIRST = 4_096;

  /** Pages of a lane after which the threshold is halved; a busy lane takes minutes for them. */
  static final int HALVED_AFTER = 100_000;

  private final Consumer<String> log;
  private long next = FIRST;
  private int pages;

  CostlyLookups() {
    this(LoggerFactory.getLogger(CostlyLookups.class)::warn);
  }

  /**
   * @param log receives warnings, each a sentence
   */
  CostlyLookups(Consumer<String> log) {
    this.log = log;
  }

  /**
   * Warns if a page took at least twice as many comparisons as the page of the latest warning. That
   * threshold is halved after every {@value #HALVED_AFTER} pages, so a smaller flood is reported,
   * too.
   */
  void decided(Verdict verdict) {
    if (++pages == HALVED_AFTER) {
      pages = 0;
      next = Math.max(FIRST, next / 2);
    }
    if (verdict.compared() < next) {
      return;
    }
    next = 2L * Integer.highestOneBit(verdict.compared());
    log.accept(
        ("lane %d: %s (page %s) was compared with %d kept pages. Pages like it, of this site or of"
                + " several, slow the lane down: see \"A flood of alike pages\" in docs/security.md")
            .formatted(verdict.lane(), verdict.url(), verdict.source(), verdict.compared()));
  }
}
