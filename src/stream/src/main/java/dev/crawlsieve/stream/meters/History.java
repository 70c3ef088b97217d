package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The latest of a series of counts taken at regular intervals. Thread-safe. */
final class History {

  private final int most;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private long lastRoutedMillis = -1;

  /**
   * Counts since the start, at one point in time.
   *
   * @param millis since 1970-01-01T00:00Z
   * @param dropped pages dropped, by kind
   * @param waiting records that were still to be read then, over all topics; -1 if not known
   */
  record Sample(
      long millis, long unique, Map<Verdict.Kind, Long> dropped, long deadLetters, long waiting) {

    Sample {
      dropped = Map.copyOf(dropped);
    }

    long dropped(Verdict.Kind kind) {
      return dropped.getOrDefault(kind, 0L);
    }

    long duplicate() {
      return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    long pages() {
      return unique + duplicate();
    }
  }

  History(int most) {
    this.most = most;
  }

  synchronized void add(Sample sample) {
    Sample before = samples.peekLast();
    if (sample.pages() > (before == null ? 0 : before.pages())) {
      lastRoutedMillis = sample.millis();
    }
    if (samples.size() == most) {
      samples.removeFirst();
    }
    samples.addLast(sample);
  }

  /** All samples, oldest first. */
  synchronized List<Sample> samples() {
    return new ArrayList<>(samples);
  }

  /** The time of the newest sample that counts more pages than the one before it; -1 if none. */
  synchronized long lastRoutedMillis() {
    return lastRoutedMillis;
  }

  /** Pages per second over the last few samples; 0 if there are fewer than two. */
  synchronized double pagesPerSecond() {
    List<Sample> all = samples();
    if (all.size() < 2) {
      return 0;
    }
    Sample last = all.get(all.size() - 1);
    Sample first = all.get(Math.max(0, all.size() - 4));
    return 1000.0 * (last.pages() - first.pages()) / Math.max(1, last.millis() - first.millis());
  }
}
