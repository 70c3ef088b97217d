package dev.crawlsieve.stream.generation;

import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.replay.VerdictCounts;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The outcome for the pages in a new generation.
 *
 * @param topics its topics
 * @param ownLog whether it made its own fingerprints
 * @param already whether there was nothing left to do
 * @param caughtUp whether it has caught up; false if it was stopped before
 * @param counts its verdicts, including those of earlier runs
 * @param live the live generation's verdicts on the same pages
 * @param unjudged number of pages that were not judged; 0 on another's log, which does not contain
 *     them
 * @param deadLetters number of its dead letters
 * @param gone number of pages among them that were decided on, but whose body retention had removed
 * @param starts the first decided offset of each partition of the source whose beginning retention
 *     has removed
 * @param seconds how long this run took
 * @param runSettings settings, by name, that {@code run} needs to continue it
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

  /** Number of pages on {@code unique} and {@code duplicate}. */
  public long routed() {
    return counts.pages() - gone;
  }
}
