package dev.crawlsieve.stream.http;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The observable state of a running instance. Thread-safe. Long-running work ends with a {@link
 * RefusedException} once its client has gone.
 */
public interface Watched {

  /** The metrics in Prometheus' text format 0.0.4. */
  String metrics();

  /** How the instance is; never waits for it. */
  Health health();

  /**
   * Rates, lag, shares of duplicates, what was dropped lately.
   *
   * @param across whether the other instances are asked for their counts, too
   */
  JsonNode stats(boolean across);

  /**
   * The verdicts on a URL, and the cluster of the newest.
   *
   * @throws RefusedException if the search cannot be made now
   */
  JsonNode explain(String url, Asker asker) throws RefusedException;

  /**
   * How the texts of two pages differ.
   *
   * @param page the one's place on the topic of pages, for example {@code 0@17}
   * @param with the other's
   * @throws RefusedException if a place is none, or nothing is there any more
   */
  JsonNode compare(String page, String with, Asker asker) throws RefusedException;

  /**
   * What would be decided on a page, and the kept pages that are nearest to it.
   *
   * @throws RefusedException if it is no page, or its lane cannot be asked now
   */
  JsonNode neighbours(AskedPage page, Asker asker) throws RefusedException;

  /**
   * The mirrors and URL rules of a site; of a URL also where else its page is to be had.
   *
   * @param place a site such as {@code https://a.example}, or a URL
   * @param url whether it is the URL that is asked about
   * @param forwarded whether another instance asks for somebody; it is not passed on again
   * @throws RefusedException if it is no URL, if mirrors are not learned, or cannot be asked for
   *     now
   */
  JsonNode mirrors(String place, boolean url, boolean forwarded) throws RefusedException;
}
