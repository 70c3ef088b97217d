package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.NearestLeaders;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;

/** One lane's index, queried from outside while the lane runs on this instance. */
public final class LaneView {

  private final KafkaStreams streams;
  private final String store;
  private final int lane;

  /**
   * A view of a lane.
   *
   * @param store name of the index
   */
  public LaneView(KafkaStreams streams, String store, int lane) {
    this.streams = streams;
    this.store = store;
    this.lane = lane;
  }

  /**
   * The leader that a page matches best, as the lane itself would find it now.
   *
   * @throws LaneNotHereException if the lane is not running here
   */
  public Lookup bestMatch(LeaderRecord page) throws LaneNotHereException {
    return ask(new IndexStore.BestMatch(page));
  }

  /**
   * The leaders that are nearest to a page.
   *
   * @param count how many to return
   * @param atMost how many leaders to read at most, newest first
   * @param enough polled now and then; true ends the search
   * @throws LaneNotHereException if the lane is not running here
   */
  public NearestLeaders nearest(LeaderRecord page, int count, long atMost, BooleanSupplier enough)
      throws LaneNotHereException {
    return ask(new IndexStore.Nearest(page, count, atMost, enough));
  }

  private <R> R ask(Query<R> query) throws LaneNotHereException {
    QueryResult<R> result;
    try {
      result =
          streams
              .query(
                  StateQueryRequest.inStore(store)
                      .withQuery(query)
                      .withPartitions(Set.of(lane))
                      .requireActive())
              .getPartitionResults()
              .get(lane);
    } catch (InvalidStateStoreException | IndexException e) {
      throw new LaneNotHereException("lane " + lane + " is not running here", e);
    }
    if (result == null || result.isFailure()) {
      String why = result == null ? "" : ": " + result.getFailureMessage();
      throw new LaneNotHereException("lane " + lane + " is not running here" + why, null);
    }
    return result.getResult();
  }
}
