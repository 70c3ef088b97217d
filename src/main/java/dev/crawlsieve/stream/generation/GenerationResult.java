package dev.crawlsieve.stream.generation;

import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.replay.VerdictCounts;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of the pages in a new generation.
 *
 * @param topics its topics
 * @param ownLog whether it made fingerprints of its own
 * @param already whether there was nothing left to do
 * @param caughtUp whether it came to the end; false if it was stopped before
 * @param counts its verdicts, of earlier runs, too
 * @param live the live generation's verdicts on the same pages
 * @param unjudged pages that were not judged; none on another's log, which does not have them
 * @param deadLetters records on its dead letters
 * @param gone pages among them that were decided on, but whose body retention had removed
 * @param starts where decisions start, by partition of the source, for those whose front retention
 *     has removed
 * @param seconds how long this run took
 * @param runSettings settings that keep it going with {@code run}, by name
 */
public record GenerationResult(
    TopicNames topics,
    boolean ownLog,
    boolean already,
    boolean caughtUp,
    VerdictCounts counts,
    VerdictCounts live,
    long unjudged,
    long deadLetters,
    long gone,
    SortedMap<Integer, Long> starts,
    double seconds,
    SortedMap<String, String> runSettings) {

  public GenerationResult {
    starts = Collections.unmodifiableSortedMap(new TreeMap<>(starts));
    runSettings = Collections.unmodifiableSortedMap(new TreeMap<>(runSettings));
  }

  /** Pages that are on {@code unique} and {@code duplicate}. */
  public long routed() {
    return counts.pages() - gone;
  }
}
