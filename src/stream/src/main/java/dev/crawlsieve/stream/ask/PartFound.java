package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import java.io.IOException;

/**
 * What a part of a lane's leaders says about a page: a shard, or the newest leaders of the lane
 * beside the decider.
 *
 * @param shard number of the shard; {@link #NEWEST} beside the decider
 * @param heldFrom the ordinal below which the part has let go of leaders; 0 in a shard
 * @param found the best match in this part alone, and how many leaders it had been given
 * @param leaders how many leaders of the lane have not expired; 0 in a shard, which knows its own
 * @param compared with how many of them the page was compared to find the nearest
 * @param asOf offset of the lane up to which pages were decided on before the search, at least; -1
 *     in a shard, and if it is not known
 */
record PartFound(
    int shard, long heldFrom, LaneQuery found, long leaders, long compared, long asOf) {

  /** In place of a shard's number: the newest leaders of the lane. */
  static final int NEWEST = -1;

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
