package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.page.UnjudgedPageException.Trait;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.feed.Damages;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts what becomes of pages. */
final class Tally {

  private final Map<Verdict.Kind, Long> kinds = new EnumMap<>(Verdict.Kind.class);
  private final SortedMap<String, Long> unjudged = new TreeMap<>();
  private long pages;
  private long bytes;
  private long unique;
  private long duplicate;
  private long deadLetters;

  void page(long valueBytes) {
    pages++;
    bytes += valueBytes;
  }

  void verdict(Verdict verdict) {
    if (verdict.kept()) {
      unique++;
    } else {
      duplicate++;
    }
    if (verdict.kind() != null) {
      kinds.merge(verdict.kind(), 1L, Long::sum);
    }
  }

  void unjudged(Trait trait) {
    unjudged.merge(trait.toString(), 1L, Long::sum);
  }

  void deadLetter() {
    deadLetters++;
  }

  /** Pages that have gone on their way. */
  long pages() {
    return pages;
  }

  SieveResult result(double seconds, Map<String, Long> skipped, Damages damages) {
    return new SieveResult(
        pages,
        unique,
        duplicate,
        kinds.getOrDefault(Verdict.Kind.EXACT, 0L),
        kinds.getOrDefault(Verdict.Kind.NEAR, 0L),
        kinds.getOrDefault(Verdict.Kind.REVISIT, 0L),
        unjudged,
        deadLetters,
        bytes,
        seconds,
        skipped,
        damages,
        List.of());
  }
}
