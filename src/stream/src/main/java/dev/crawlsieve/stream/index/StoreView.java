package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.store.TableIndex;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a store, for queries from outside the topology while its task runs on this
 * instance.
 */
public final class StoreView {

  private final Queries queries;
  private final String of;

  /** A partition that answers queries. */
  public interface Queries {

    /** The answer; null if the partition is not on this instance. */
    <R> @Nullable QueryResult<R> answer(Query<R> query);
  }

  /**
   * A view of a partition.
   *
   * @param of what the partition is called in messages, for example {@code lane 0}
   */
  public StoreView(Queries queries, String of) {
    this.queries = queries;
    this.of = of;
  }

  /**
   * A view of a partition.
   *
   * @param of what the partition is called in messages, for example {@code lane 0}
   */
  public StoreView(KafkaStreams streams, String store, int partition, String of) {
    this(new Running(streams, store, partition), of);
  }

  private record Running(KafkaStreams streams, String store, int partition) implements Queries {

    @Override
    public <R> @Nullable QueryResult<R> answer(Query<R> query) {
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
   * The answer to a query.
   *
   * @throws LaneNotHereException if the partition is not running on this instance
   */
  public <R> R ask(Query<R> query) throws LaneNotHereException {
    QueryResult<R> result;
    try {
      result = queries.answer(query);
    } catch (InvalidStateStoreException | IndexException e) {
      throw new LaneNotHereException(of + " is not running here", e);
    }
    if (result == null || result.isFailure()) {
      throw new LaneNotHereException(of + " is not running here", null);
    }
    return result.getResult();
  }

  /**
   * The answer to a question about an index.
   *
   * @param question receives the index, and an offset of the lane up to which pages are certainly
   *     decided on, with their leaders in the index; the offset is -1 if unknown, and means
   *     something only where the lane is decided on
   * @throws LaneNotHereException if the partition is not running on this instance
   */
  public <R> R ofIndex(BiFunction<TableIndex, LongSupplier, R> question)
      throws LaneNotHereException {
    return ask(new IndexQuery<>(store -> question.apply(store.index(), store::asOf)));
  }
}
