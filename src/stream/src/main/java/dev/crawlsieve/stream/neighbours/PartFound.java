package dev.crawlsieve.stream.neighbours;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import java.io.IOException;

/**
 * What a part of a lane's leaders says about a page: a shard, or the newest leaders of a shard
 * beside the decider.
 *
 * @param shard number of the shard
 * @param heldFrom the ordinal below which the part has let go of leaders
 * @param found the best match in this part alone, and how many leaders it had been given
 * @param leaders how many leaders the part has that have not expired; beside the decider, only
 *     those that the shard did not know
 * @param compared with how many of them the page was compared to find the nearest
 * @param asOf offset of the lane up to which pages were decided on before the search, at least; -1
 *     in a shard, and if it is not known
 */
record PartFound(
    int shard, long heldFrom, LaneQuery found, long leaders, long compared, long asOf) {

  PartFound {
    if (found.passed() != 1 || heldFrom < 0 || leaders < 0 || compared < 0) {
      throw new IllegalArgumentException("no answer of one part: " + leaders + " leaders");
    }
  }

  /** How many leaders the part had been given, ever. */
  long known() {
    return found.known(0);
  }

  void put(ObjectNode json) {
    json.put("shard", shard)
        .put("heldFrom", heldFrom)
        .put("found", ShardRecordCodec.encode(found))
        .put("leaders", leaders)
        .put("compared", compared)
        .put("asOf", asOf);
  }

  static PartFound of(JsonNode json) throws IOException, UnreadableShardRecordException {
    return new PartFound(
        json.required("shard").intValue(),
        json.required("heldFrom").longValue(),
        ShardRecordCodec.query(json.required("found").binaryValue()),
        json.required("leaders").longValue(),
        json.required("compared").longValue(),
        json.required("asOf").longValue());
  }
}
