package dev.crawlsieve.watch.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.verdict.DroppedPages;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.EvidenceCodec;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.LaneSearch;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer about a page from one part of a lane's leaders: from a shard, or from the newest
 * leaders of the lane, which the decider has.
 *
 * @param shard number of the shard; {@link #NEWEST} for the newest leaders
 * @param heldFrom the ordinal below which the decider no longer has all unexpired leaders; 0 for a
 *     shard
 * @param found the best match in this part alone, and the number of leaders that the part had been
 *     given
 * @param asOf offset in the lane up to which pages, at least, had been decided on before the
 *     search; -1 for a shard, or if unknown
 * @param remembered see {@link DroppedPages#remembered}; null for a shard
 */
record PartFound(
    int shard, long heldFrom, LaneQuery found, long asOf, @Nullable Evidence remembered) {

  /** Stands for the newest leaders of the lane, in place of a shard's number. */
  static final int NEWEST = -1;

  PartFound {
    if (found.passed() != 1 || heldFrom < 0) {
      throw new IllegalArgumentException("no answer of one part: held from " + heldFrom);
    }
  }

  /**
   * Searches a shard.
   *
   * @param page the page before the first shard
   */
  static PartFound inShard(int shard, TableIndex index, LaneQuery page) {
    long given = index.nextOrdinal(); // read before the lookup, which knows at least these
    Lookup found = index.ask(page.page(), page.tick(), 0);
    return new PartFound(shard, 0, LaneSearch.alone(page.page(), found, given), -1, null);
  }

  /**
   * Searches the newest leaders, from the first one that its shard does not have.
   *
   * @param decided returns the offset up to which pages, at least, have been decided on
   * @param passed the page after all shards
   */
  static PartFound inNewest(TableIndex index, LongSupplier decided, LaneQuery passed) {
    long asOf = decided.getAsLong(); // read before the lookup, which knows at least these
    Lookup found = index.ask(passed.page(), passed.tick(), passed.firstUnknown());
    LaneQuery answer = LaneSearch.alone(passed.page(), found, index.nextOrdinal());
    long first = index.firstOrdinal(); // read after the lookup, which knew all from there on
    long heldFrom = index.laneTime().expired() >= first ? 0 : first;
    long expired = index.laneTime().reached(passed.tick(), index.nextOrdinal()).expired();
    Evidence remembered = DroppedPages.remembered(index, passed.page(), expired);
    return new PartFound(NEWEST, heldFrom, answer, asOf, remembered);
  }

  /** Number of leaders that the part had been given, including expired ones. */
  long known() {
    return found.known(0);
  }

  /** The answer of one instance to another. */
  static ObjectNode json(List<PartFound> parts) {
    ObjectNode json = RecordJson.JSON.createObjectNode();
    ArrayNode each = json.putArray("parts");
    for (PartFound part : parts) {
      ObjectNode one =
          each.addObject()
              .put("shard", part.shard)
              .put("heldFrom", part.heldFrom)
              .put("found", ShardRecordCodec.encode(part.found))
              .put("asOf", part.asOf);
      if (part.remembered != null) {
        one.put("remembered", EvidenceCodec.encode(part.remembered));
      }
    }
    return json;
  }

  /**
   * Reads the answer of another instance.
   *
   * @param asked the shards in the question, in order; empty for the newest leaders
   * @throws IllegalArgumentException if the answer is malformed, or about other shards
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
                part.required("asOf").longValue(),
                part.has("remembered")
                    ? EvidenceCodec.decode(
                        ByteBuffer.wrap(part.required("remembered").binaryValue()))
                    : null));
      }
    } catch (IOException | UnreadableRecordException | IndexException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    List<Integer> answered = parts.stream().map(PartFound::shard).toList();
    if (!answered.equals(asked.isEmpty() ? List.of(NEWEST) : asked)) {
      throw new IllegalArgumentException("shards " + answered + " instead of " + asked);
    }
    return parts;
  }
}
