package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What several parts of a lane's leaders say about a page.
 *
 * @param parts one for each shard that was asked for, by the shard's number
 * @param nearest the nearest kept pages in all of them, the nearest first
 */
record PartsFound(List<PartFound> parts, List<NearPage> nearest) {

  /** What another instance was asked for if it was the newest leaders of a lane. */
  static final List<Integer> NEWEST = List.of(PartFound.NEWEST);

  PartsFound {
    parts = parts.stream().sorted(Comparator.comparingInt(PartFound::shard)).toList();
    nearest = NearPage.nearest(nearest);
  }

  /** What all of them say. */
  static PartsFound together(Collection<PartsFound> answers) {
    List<PartFound> parts = new ArrayList<>();
    List<NearPage> nearest = new ArrayList<>();
    for (PartsFound answer : answers) {
      parts.addAll(answer.parts);
      nearest.addAll(answer.nearest);
    }
    return new PartsFound(parts, nearest);
  }

  /** The form in which an instance answers another. */
  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode each = json.putArray("parts");
    parts.forEach(part -> part.put(each.addObject()));
    ArrayNode pages = json.putArray("nearest");
    nearest.forEach(page -> page.put(pages.addObject()));
    return json;
  }

  /**
   * Reads another instance's answer.
   *
   * @param asked the shards that it was asked for, in ascending order; or {@link #NEWEST}
   * @throws IllegalArgumentException if it is malformed, or about other shards
   */
  static PartsFound of(JsonNode json, List<Integer> asked) {
    List<PartFound> parts = new ArrayList<>();
    List<NearPage> nearest = new ArrayList<>();
    try {
      for (JsonNode part : json.required("parts")) {
        parts.add(PartFound.of(part));
      }
    } catch (IOException | UnreadableShardRecordException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    for (JsonNode near : json.required("nearest")) {
      nearest.add(NearPage.of(near));
    }
    PartsFound found = new PartsFound(parts, nearest);
    List<Integer> answered = found.parts.stream().map(PartFound::shard).toList();
    if (!answered.equals(asked)) {
      throw new IllegalArgumentException("shards " + answered + " instead of " + asked);
    }
    return found;
  }
}
