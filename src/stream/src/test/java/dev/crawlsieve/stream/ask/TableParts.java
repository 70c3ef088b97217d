package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.core.shard.SimulatedLane;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.NearestLeaders;
import dev.crawlsieve.stream.index.PartView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The parts of a simulated lane, on three instances that answer in JSON. */
class TableParts implements LaneParts {

  private static final int INSTANCES = 3;

  private final SimulatedLane lane;
  private final LocalParts local;

  TableParts(SimulatedLane lane, int shards) {
    this.lane = lane;
    this.local =
        new LocalParts(
            shards,
            true,
            part -> new TableView(part == PartFound.NEWEST ? lane.newest() : lane.shard(part)));
  }

  @Override
  public LaneQuery entering(LeaderRecord page) {
    return lane.entering(page);
  }

  @Override
  public PartsFound shards(LaneQuery page, List<Integer> shards) throws RefusedException {
    List<PartsFound> found = new ArrayList<>();
    try {
      for (int instance = INSTANCES - 1; instance >= 0; instance--) {
        int here = instance;
        List<Integer> some = shards.stream().filter(shard -> shard % INSTANCES == here).toList();
        found.add(sent(local.shards(sent(page), some, () -> false), some));
      }
    } catch (LaneNotHereException e) {
      throw new AssertionError(e);
    }
    return PartsFound.together(found);
  }

  @Override
  public PartsFound newest(LaneQuery passed) throws RefusedException {
    try {
      return sent(local.newest(sent(passed), () -> false), PartsFound.NEWEST);
    } catch (LaneNotHereException e) {
      throw new AssertionError(e);
    }
  }

  private static LaneQuery sent(LaneQuery query) {
    try {
      return ShardRecordCodec.query(ShardRecordCodec.encode(query));
    } catch (UnreadableShardRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static PartsFound sent(PartsFound found, List<Integer> asked) {
    try {
      byte[] answer = PartsFoundTest.JSON.writeValueAsBytes(found.json());
      return PartsFound.of(PartsFoundTest.JSON.readTree(answer), asked);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An index that is read directly. */
  private record TableView(TableIndex index) implements PartView {

    @Override
    public long given() {
      return index.nextOrdinal();
    }

    @Override
    public long heldFrom() {
      long first = index.firstOrdinal();
      return expired() >= first ? 0 : first;
    }

    @Override
    public long expired() {
      return index.laneTime().expired();
    }

    @Override
    public Lookup lookup(LeaderRecord page, long tick, long from) {
      return index.ask(page, tick, from);
    }

    @Override
    public long asOf() {
      return -1; // known to the lane's tasks only
    }

    @Override
    public NearestLeaders nearest(
        LeaderRecord page, int count, long atMost, BooleanSupplier enough) {
      return NearestLeaders.of(index, page, count, atMost, enough);
    }
  }
}
