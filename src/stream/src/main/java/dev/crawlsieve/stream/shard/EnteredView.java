package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.SiteEvidence;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.StoreView;
import org.apache.kafka.streams.query.KeyQuery;

/**
 * Answers from outside the topology what a page would get on entering a lane with shards, if pages
 * enter it on this instance.
 */
public final class EnteredView {

  private EnteredView() {}

  /**
   * A page as if it entered the lane now.
   *
   * @param entered the lane's store {@code entered}
   * @throws LaneNotHereException if pages do not enter the lane here
   */
  public static LaneQuery entering(StoreView entered, RuleSettings rule, ComparedPage page)
      throws LaneNotHereException {
    byte[] stored = entered.ask(KeyQuery.withKey(EnterProcessor.TIME));
    LaneTime time = stored == null ? LaneTime.start(rule) : LaneTime.decode(stored, rule);
    String site = SiteEvidence.key(page);
    byte[] learned = site == null ? null : entered.ask(KeyQuery.withKey(EnterProcessor.key(site)));
    long tick = time.advance(page.timestamp(), 0).tick();
    return LaneQuery.of(SiteEvidence.informed(page, learned, tick), tick);
  }
}
