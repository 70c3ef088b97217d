package dev.crawlsieve.http;

import com.fasterxml.jackson.databind.JsonNode;

/** What can be seen of a running instance. Thread-safe. */
public interface Watched {

  /** The metrics in Prometheus' text format 0.0.4. */
  String metrics();

  /** How the instance is; never waits for it. */
  Health health();

  /** Rates, lag, shares of duplicates, what was dropped lately. */
  JsonNode stats();

  /**
   * The verdicts on a URL.
   *
   * @throws RefusedException if the search cannot be made now
   */
  JsonNode explain(String url) throws RefusedException;

  /**
   * What would be decided on a page, and the kept pages that are nearest to it.
   *
   * @throws RefusedException if it is no page, or another instance has its lane
   */
  JsonNode neighbours(AskedPage page) throws RefusedException;
}
