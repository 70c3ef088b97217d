package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.stream.index.LaneNotHereException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

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
    byte[] stored;
    try {
      ReadOnlyKeyValueStore<Bytes, byte[]> store =
          streams.store(
              StoreQueryParameters.fromNameAndType(
                      SieveTopology.ENTERED_STORE,
                      QueryableStoreTypes.<Bytes, byte[]>keyValueStore())
                  .withPartition(lane));
      stored = store.get(EnterProcessor.TIME);
    } catch (InvalidStateStoreException e) {
      throw new LaneNotHereException("the decider of lane " + lane + " is not running here", e);
    }
    return tick(stored, rule, timestamp);
  }

  static long tick(byte[] stored, RuleSettings rule, long timestamp) {
    LaneTime time = stored == null ? LaneTime.start(rule) : LaneTime.decode(stored, rule);
    return time.advance(timestamp, 0).tick();
  }
}
