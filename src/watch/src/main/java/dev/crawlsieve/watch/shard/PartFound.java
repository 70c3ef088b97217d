package dev.crawlsieve.watch.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.LaneSearch;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.stream.shard.UnreadableShardRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What a part of a lane's leaders says about a page: a shard, or the newest leaders of the lane, at
 * the decider.
 *
 * @param shard number of the shard; {@link #NEWEST} at the decider
 * @param heldFrom the ordinal below which the part has let go of leaders that have not expired; 0
 *     in a shard
 * @param found the best match in this part alone, and how many leaders it had been given
 * @param asOf offset of the lane up to which pages were decided on before the search, at least; -1
 *     in a shard, and if it is not known
 */
record PartFound(int shard, long heldFrom, LaneQuery found, long asOf) {

  /** In place of a shard's number: the newest leaders of the lane. */
  static final int NEWEST = -1;

  PartFound {
    if (found.passed() != 1 || heldFrom < 0) {
      throw new IllegalArgumentException("no answer of one part: held from " + heldFrom);
    }
  }

  /**
   * Searches a shard.
   *
   * @param page before the first shard
   */
  static PartFound inShard(int shard, TableIndex index, LaneQuery page) {
    long given = index.nextOrdinal(); // asked first: the lookup knows these at least
    Lookup found = index.ask(page.page(), page.tick(), 0);
    return new PartFound(shard, 0, LaneSearch.alone(page.page(), found, given), -1);
  }

  /**
   * Searches the newest leaders, at the decider, from the first that its shard does not know.
   *
   * @param decided offset up to which pages are decided on, at least
   * @param passed the page, after all shards
   */
  static PartFound inNewest(TableIndex index, LongSupplier decided, LaneQuery passed) {
    long asOf = decided.getAsLong(); // asked first: the lookup knows these at least
    Lookup found = index.ask(passed.page(), passed.tick(), passed.firstUnknown());
    LaneQuery answer = LaneSearch.alone(passed.page(), found, index.nextOrdinal());
    long first = index.firstOrdinal(); // asked last: the lookup knew all from there on
    long heldFrom = index.laneTime().expired() >= first ? 0 : first;
    return new PartFound(NEWEST, heldFrom, answer, asOf);
  }

  /** How many leaders the part had ever been given. */
  long known() {
    return found.known(0);
  }

  /** The form in which an instance answers another. */
  static ObjectNode json(List<PartFound> parts) {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    ArrayNode each = json.putArray("parts");
    for (PartFound part : parts) {
      each.addObject()
          .put("shard", part.shard)
          .put("heldFrom", part.heldFrom)
          .put("found", ShardRecordCodec.encode(part.found))
          .put("asOf", part.asOf);
    }
    return json;
  }

  /**
   * Reads another instance's answer.
   *
   * @param asked the shards that it was asked for, in this order; none for the newest leaders
   * @throws IllegalArgumentException if it is malformed, or about other shards
   */
  static List<PartFound> of(JsonNode json, List<Integer> asked) {
    List<PartFound> parts = new ArrayList<>();
    try {
      for (JsonNode part : json.required("parts")) {
        parts.add(
            new PartFound(
                part.required("shard").intValue(),
                part.required("heldFrom").longValue(),
                ShardRecordCodec.query(part.required("found").binaryValue()),
                part.required("asOf").longValue()));
      }
    } catch (IOException | UnreadableShardRecordException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    List<Integer> answered = parts.stream().map(PartFound::shard).toList();
    if (!answered.equals(asked.isEmpty() ? List.of(NEWEST) : asked)) {
      throw new IllegalArgumentException("shards " + answered + " instead of " + asked);
    }
    return parts;
  }
}
