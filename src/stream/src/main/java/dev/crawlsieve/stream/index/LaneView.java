package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** One partition of an index, queried from outside while its task runs on this instance. */
public record LaneView(StoreView store) implements PartView {

  /**
   * The leader that a page would match best if it came next.
   *
   * @throws LaneNotHereException if the lane is not running here
   */
  public Lookup bestMatch(LeaderRecord page) throws LaneNotHereException {
    return ask(store -> store.index().ask(page));
  }

  @Override
  public Lookup lookup(LeaderRecord page, long tick, long from) throws LaneNotHereException {
    return ask(store -> store.index().ask(page, tick, from));
  }

  @Override
  public long asOf() throws LaneNotHereException {
    return ask(IndexStore::asOf);
  }

  @Override
  public NearestLeaders nearest(LeaderRecord page, int count, long atMost, BooleanSupplier enough)
      throws LaneNotHereException {
    return ask(store -> NearestLeaders.of(store.index(), page, count, atMost, enough));
  }

  @Override
  public long given() throws LaneNotHereException {
    return ask(store -> store.index().nextOrdinal());
  }

  @Override
  public long heldFrom() throws LaneNotHereException {
    long first = ask(store -> store.index().firstOrdinal());
    return expired() >= first ? 0 : first;
  }

  @Override
  public long expired() throws LaneNotHereException {
    return ask(store -> store.index().laneTime()).expired();
  }

  private <R> R ask(Function<IndexStore, R> question) throws LaneNotHereException {
    return store.ask(new IndexQuery<>(question));
  }
}
