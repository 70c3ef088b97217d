package dev.crawlsieve.stream.meters;

import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.run.RunObserver;
import java.util.Map;

/** An instance and what it has done, for those who report it. Thread-safe. */
public interface ObservedRun extends RunObserver {

  /** Its health. */
  Health health();

  /** What it has done since it started. */
  RunCounts counts();

  /**
   * Why it set records aside: the commonest reasons, in descending order of their counts.
   *
   * @param most how many
   */
  Map<String, Long> reasons(int most);
}
