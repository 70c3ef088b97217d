package dev.crawlsieve.watch.shard;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.stream.shard.SimulatedLane;
import dev.crawlsieve.watch.http.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The parts of a simulated lane, on three instances that answer in JSON. */
class TableParts implements ShardedAsk.Parts {

  private static final int INSTANCES = 3;

  private final SimulatedLane lane;

  TableParts(SimulatedLane lane) {
    this.lane = lane;
  }

  @Override
  public List<PartFound> search(LaneQuery page, List<Integer> shards) throws RefusedException {
    if (shards.isEmpty()) {
      // asOf is known to the lane's tasks only
      return sent(List.of(PartFound.inNewest(lane.newest(), () -> -1, sent(page))), shards);
    }
    List<PartFound> found = new ArrayList<>();
    for (int instance = INSTANCES - 1; instance >= 0; instance--) {
      int here = instance;
      List<Integer> some = shards.stream().filter(shard -> shard % INSTANCES == here).toList();
      if (!some.isEmpty()) {
        found.addAll(
            sent(
                some.stream()
                    .map(shard -> PartFound.inShard(shard, lane.shard(shard), sent(page)))
                    .toList(),
                some));
      }
    }
    found.sort(Comparator.comparingInt(PartFound::shard));
    return found;
  }

  private static LaneQuery sent(LaneQuery query) {
    try {
      return ShardRecordCodec.query(ShardRecordCodec.encode(query));
    } catch (UnreadableRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static List<PartFound> sent(List<PartFound> found, List<Integer> asked) {
    try {
      byte[] answer = PartFoundTest.JSON.writeValueAsBytes(PartFound.json(found));
      return PartFound.of(PartFoundTest.JSON.readTree(answer), asked);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
