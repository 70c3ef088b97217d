package dev.crawlsieve.stream.watch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The latest of a series of counts taken at regular intervals. Thread-safe. */
final class History {

  private final int most;
  private final Deque<Sample> samples = new ArrayDeque<>();

  /**
   * Counts since the start, at one point in time.
   *
   * @param millis since 1970-01-01T00:00Z
   * @param waiting records that were still to be read then, over all topics; -1 if not known
   */
  record Sample(
      long millis,
      long unique,
      long exact,
      long near,
      long revisit,
      long deadLetters,
      long waiting) {

    long duplicate() {
      return exact + near + revisit;
    }

    long pages() {
      return unique + duplicate();
    }
  }

  History(int most) {
    this.most = most;
  }

  synchronized void add(Sample sample) {
    if (samples.size() == most) {
      samples.removeFirst();
    }
    samples.addLast(sample);
  }

  /** All samples, oldest first. */
  synchronized List<Sample> samples() {
    return new ArrayList<>(samples);
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
