package dev.crawlsieve.stream.neighbours;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.stream.http.RefusedException;
import java.util.List;

/** The parts of a lane's leaders, on whatever instances they are. */
public interface LaneParts {

  /**
   * Searches shards.
   *
   * @param shards their numbers, in ascending order
   * @throws RefusedException if one of them cannot be searched now, naming it
   */
  PartsFound shards(LeaderRecord page, List<Integer> shards) throws RefusedException;

  /**
   * Searches the newest leaders, beside the decider, except those that the shards know.
   *
   * @param passed the page, after all shards
   * @throws RefusedException if they cannot be searched now
   */
  PartsFound newest(LaneQuery passed) throws RefusedException;
}
