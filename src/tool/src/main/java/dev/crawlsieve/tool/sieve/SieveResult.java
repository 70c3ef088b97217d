package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.verdict.TopCounts;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.feed.Damages;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of the pages of a local run. Always {@code pages = unique + duplicate + unjudged +
 * deadLetters}.
 *
 * @param pages pages of the crawl that were read
 * @param unique pages kept
 * @param duplicate pages dropped: {@code exact + near + revisit + overridden}
 * @param exact dropped as the same content under another URL
 * @param near dropped as nearly the same content under another URL
 * @param revisit dropped as an earlier version of the same URL
 * @param unjudgedBy pages that are not judged, by the trait that was not accepted
 * @param deadLetters records that are not pages
 * @param corpus what became of the reference pages, which are not among {@code pages}
 * @param bytes bytes of the pages' values
 * @param seconds from the first page produced to the last one routed
 * @param skipped what was skipped because it is not a page, by reason
 * @param damages parts of the inputs that could not be read
 * @param deadInputs inputs that were read, but of which nothing is a page
 * @param reasons the commonest reasons of dead letters, in descending order of their counts
 * @param mostCopied the kept pages with the most copies, if those are many; marked are the copies
 *     of other names
 * @param examples verdicts on a few duplicates of different kinds and distances
 */
public record SieveResult(
    long pages,
    long unique,
    long duplicate,
    long exact,
    long near,
    long revisit,
    SortedMap<String, Long> unjudgedBy,
    long deadLetters,
    CorpusCounts corpus,
    long bytes,
    double seconds,
    Map<String, Long> skipped,
    Damages damages,
    Damages deadInputs,
    Map<String, Long> reasons,
    List<TopCounts.Count> mostCopied,
    List<Verdict> examples) {

  public SieveResult {
    unjudgedBy = Collections.unmodifiableSortedMap(new TreeMap<>(unjudgedBy));
    skipped = Map.copyOf(skipped);
    reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
    mostCopied = List.copyOf(mostCopied);
    examples = List.copyOf(examples);
  }

  /** Pages dropped by an override. */
  public long overridden() {
    return duplicate - exact - near - revisit;
  }

  /** Pages that are not judged. */
  public long unjudged() {
    return unjudgedBy.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Pages read per second, reference pages included. */
  public double pagesPerSecond() {
    return seconds == 0 ? 0 : (pages + corpus.pages()) / seconds;
  }

  /** Millions of bytes of page values read per second, reference pages included. */
  public double megabytesPerSecond() {
    return seconds == 0 ? 0 : (bytes + corpus.bytes()) / 1e6 / seconds;
  }
}
