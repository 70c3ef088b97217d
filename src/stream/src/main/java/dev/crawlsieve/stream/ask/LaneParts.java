package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.stream.http.RefusedException;
import java.util.List;

/** The parts of a lane's leaders, on whatever instances they are. */
interface LaneParts {

  /**
   * The page as if it entered the lane now.
   *
   * @throws RefusedException if the lane's time cannot be asked for now
   */
  LaneQuery entering(LeaderRecord page) throws RefusedException;

  /**
   * Searches shards.
   *
   * @param page before the first shard
   * @param shards their numbers, in ascending order
   * @throws RefusedException if one of them cannot be searched now, naming it
   */
  PartsFound shards(LaneQuery page, List<Integer> shards) throws RefusedException;

  /**
   * Searches the newest leaders, beside the decider, from the first that its shard does not know.
   *
   * @param passed the page, after all shards
   * @throws RefusedException if they cannot be searched now
   */
  PartsFound newest(LaneQuery passed) throws RefusedException;
}
