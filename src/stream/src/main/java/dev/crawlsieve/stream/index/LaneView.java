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

/** One partition of an index, queried from outside while its task runs on this instance. */
public final class LaneView implements PartView {

  private final Queries queries;
  private final String of;

  /** A partition that answers queries. */
  public interface Queries {

    /** The answer; null if the partition is not here. */
    <R> QueryResult<R> answer(Query<R> query);
  }

  /**
   * A view of a partition.
   *
   * @param of what the partition is, for messages: {@code lane 0}
   */
  public LaneView(Queries queries, String of) {
    this.queries = queries;
    this.of = of;
  }

  /**
   * A view of a partition.
   *
   * @param store name of the index
   * @param of what the partition is, for messages: {@code lane 0}
   */
  public LaneView(KafkaStreams streams, String store, int partition, String of) {
    this(new Running(streams, store, partition), of);
  }

  private record Running(KafkaStreams streams, String store, int partition) implements Queries {

    @Override
    public <R> QueryResult<R> answer(Query<R> query) {
      return streams
          .query(
              StateQueryRequest.inStore(store)
                  .withQuery(query)
                  .withPartitions(Set.of(partition))
                  .requireActive())
          .getPartitionResults()
          .get(partition);
    }
  }

  /**
   * The leader that a page would match best if it came next.
   *
   * @throws LaneNotHereException if the lane is not running here
   */
  public Lookup bestMatch(LeaderRecord page) throws LaneNotHereException {
    return ask(new IndexStore.Asked(page));
  }

  @Override
  public Lookup lookup(LeaderRecord page, long tick, long from) throws LaneNotHereException {
    return ask(new IndexStore.PartAsked(page, tick, from));
  }

  @Override
  public long asOf() throws LaneNotHereException {
    return ask(new IndexStore.AsOf());
  }

  @Override
  public NearestLeaders nearest(LeaderRecord page, int count, long atMost, BooleanSupplier enough)
      throws LaneNotHereException {
    return ask(new IndexStore.Nearest(page, count, atMost, enough));
  }

  @Override
  public long given() throws LaneNotHereException {
    return ask(new IndexStore.NextOrdinal());
  }

  @Override
  public long heldFrom() throws LaneNotHereException {
    long first = ask(new IndexStore.FirstOrdinal());
    return expired() >= first ? 0 : first;
  }

  @Override
  public long expired() throws LaneNotHereException {
    return ask(new IndexStore.Time()).expired();
  }

  private <R> R ask(Query<R> query) throws LaneNotHereException {
    QueryResult<R> result;
    try {
      result = queries.answer(query);
    } catch (InvalidStateStoreException | IndexException e) {
      throw new LaneNotHereException(of + " is not running here", e);
    }
    if (result == null || result.isFailure()) {
      String why = result == null ? "" : ": " + result.getFailureMessage();
      throw new LaneNotHereException(of + " is not running here" + why, null);
    }
    return result.getResult();
  }
}
