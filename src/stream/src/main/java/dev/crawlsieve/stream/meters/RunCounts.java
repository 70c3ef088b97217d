package dev.crawlsieve.stream.meters;

/**
 * What an instance has done since it started; records processed again after an aborted transaction
 * count again.
 *
 * @param unique pages kept
 * @param duplicate pages dropped
 * @param unjudged pages passed on without being judged
 * @param deadLetters records set aside
 * @param lag records that wait in the topics it reads; -1 if unknown
 * @param slowest the shard of this instance before which the most pages wait, in words; null if
 *     none wait, or there are no shards
 */
public record RunCounts(
    long unique, long duplicate, long unjudged, long deadLetters, long lag, String slowest) {

  /** Everything that came out. */
  public long pages() {
    return unique + duplicate + unjudged + deadLetters;
  }
}
