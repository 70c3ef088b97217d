package dev.crawlsieve.stream.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The observable state of a running instance. Thread-safe. Long-running work ends with a {@link
 * RefusedException} once its client has gone, and what cannot be read now with a {@link
 * dev.crawlsieve.core.work.SieveException}.
 */
public interface Watched {

  /** The metrics in Prometheus' text format 0.0.4. */
  String metrics();

  /** The instance's health; never blocks. */
  Health health();

  /**
   * Rates, lag, shares of duplicates, recently dropped pages.
   *
   * @param across whether the counts of the other instances are included
   */
  JsonNode stats(boolean across);

  /** Counts of the last day, a sample each minute, in the form of those in {@link #stats}. */
  JsonNode history();

  /**
   * The latest dropped pages of a host or kind.
   *
   * @param host null for all; includes its subdomains
   * @param kind null for all
   * @throws RefusedException if there is no such kind
   */
  JsonNode dropped(String host, String kind) throws RefusedException;

  /**
   * The verdicts on a URL, and the cluster of the newest.
   *
   * @throws RefusedException if the search is not possible now
   */
  JsonNode explain(String url, Asker asker) throws RefusedException;

  /**
   * The differences between the texts of two pages.
   *
   * @param page coordinates of one page on the topic of pages, for example {@code 0@17}
   * @param with coordinates of the other
   * @throws RefusedException if coordinates are malformed, or there is no longer a page there
   */
  JsonNode compare(String page, String with, Asker asker) throws RefusedException;

  /**
   * The verdicts that pages would get now, in their order; nothing is written.
   *
   * @throws RefusedException if the only page is none, there are too many, too many others ask, or
   *     a lane cannot be queried now
   */
  List<? extends JsonNode> ask(Question pages) throws RefusedException;

  /**
   * What is known of a URL before its page is fetched: the newest verdict on it, and under which
   * other URLs the page should be the same.
   *
   * @throws RefusedException if it is not a URL, too many others ask, or the search is not possible
   *     now
   */
  JsonNode ask(String url, Asker asker) throws RefusedException;

  /**
   * What the parts of a lane on this instance say about a page, for another instance.
   *
   * @throws RefusedException if the question is malformed, the two instances have different
   *     settings, or one of the parts is not here
   */
  JsonNode parts(Question asked) throws RefusedException;

  /**
   * The cluster of a kept page: which of its pages is preferred, and why.
   *
   * @param lane the lane that decided on it
   * @param leader coordinates of the kept page on the topic of pages
   * @param forwarded whether another instance asks on behalf of a client; it is not forwarded again
   * @throws RefusedException if there is no such cluster, if coordinates are malformed, or if
   *     clusters are off or cannot be queried now
   */
  JsonNode cluster(String lane, String leader, boolean forwarded, Asker asker)
      throws RefusedException;

  /**
   * Records a person's label of a pair of pages.
   *
   * @param body a JSON object: the URLs {@code a} and {@code b}, and {@code label}, which is 1 for
   *     near-duplicates, 0 for different pages, or ?
   * @throws RefusedException if labels are not recorded, or the label cannot be
   */
  JsonNode label(byte[] body) throws RefusedException;

  /**
   * The mirrors and URL rules of a site; for a URL also where else its page is available.
   *
   * @param place a site such as {@code https://a.example}, or a URL
   * @param url whether {@code place} is a URL
   * @param forwarded whether another instance asks on behalf of a client; it is not forwarded again
   * @throws RefusedException if it is not a URL, or if mirrors are not learned or cannot be queried
   *     now
   */
  JsonNode mirrors(String place, boolean url, boolean forwarded) throws RefusedException;
}
