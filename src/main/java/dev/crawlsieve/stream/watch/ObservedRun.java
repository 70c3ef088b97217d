package dev.crawlsieve.stream.watch;

import dev.crawlsieve.stream.http.Health;
import dev.crawlsieve.stream.run.RunObserver;

/** An instance and what it has done, for whoever reports it. Thread-safe. */
public interface ObservedRun extends RunObserver {

  /** Its health. */
  Health health();

  /** What it has done since it started. */
  RunCounts counts();
}
