package dev.crawlsieve.watch.live;

import dev.crawlsieve.stream.meters.Latest;
import dev.crawlsieve.stream.meters.Total;
import java.util.List;
import java.util.Map;

/** The latest samples of counts that are taken at regular intervals. Thread-safe. */
final class History {

  private final Latest<Sample> samples;
  private long lastRoutedMillis = -1;

  /**
   * The counts since the start, at one moment.
   *
   * @param millis time of the sample, milliseconds since 1970-01-01T00:00Z
   * @param totals see {@link Metrics#totals}
   * @param waiting number of records that were still to be read, over all topics; -1 if unknown
   */
  record Sample(long millis, Map<String, Long> totals, long waiting) {

    long pages() {
      return Total.UNIQUE.in(totals) + Total.DUPLICATE.in(totals);
    }
  }

  History(int most) {
    samples = new Latest<>(most);
  }

  synchronized void add(Sample sample) {
    List<Sample> before = samples.values();
    if (sample.pages() > (before.isEmpty() ? 0 : before.get(0).pages())) {
      lastRoutedMillis = sample.millis();
    }
    samples.add(sample);
  }

  /** All samples, oldest first. */
  List<Sample> samples() {
    return samples.oldestFirst();
  }

  /**
   * The time of the newest sample that counts more pages than the sample before it; -1 if there is
   * none.
   */
  synchronized long lastRoutedMillis() {
    return lastRoutedMillis;
  }

  /** Pages per second over the last few samples; 0 if there are fewer than two. */
  double pagesPerSecond() {
    List<Sample> all = samples.values();
    if (all.size() < 2) {
      return 0;
    }
    Sample last = all.get(0);
    Sample first = all.get(Math.min(3, all.size() - 1));
    return 1000.0 * (last.pages() - first.pages()) / Math.max(1, last.millis() - first.millis());
  }
}
