package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.StoreView;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.query.KeyQuery;

/** The time of a lane with shards, queried from outside while pages enter it on this instance. */
public final class EnteredView {

  private EnteredView() {}

  /**
   * The lane's tick if a page entered it now.
   *
   * @param timestamp the page's, milliseconds since 1970-01-01T00:00Z
   * @throws LaneNotHereException if pages do not enter the lane here
   */
  public static long tick(KafkaStreams streams, int lane, RuleSettings rule, long timestamp)
      throws LaneNotHereException {
    String decider = "the decider of lane " + lane;
    StoreView entered = new StoreView(streams, SieveTopology.ENTERED_STORE, lane, decider);
    return tick(entered, rule, timestamp);
  }

  /** The same from a store. */
  public static long tick(StoreView entered, RuleSettings rule, long timestamp)
      throws LaneNotHereException {
    byte[] stored = entered.ask(KeyQuery.withKey(EnterProcessor.TIME));
    LaneTime time = stored == null ? LaneTime.start(rule) : LaneTime.decode(stored, rule);
    return time.advance(timestamp, 0).tick();
  }
}
