package dev.crawlsieve.watch.shard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.watch.group.InstanceClient;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.Question;
import dev.crawlsieve.watch.http.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Searches the parts of a lane, on this instance and on others, for one request.
 *
 * @param search answers for the parts on this instance
 */
record InstanceParts(SieveConfig config, Instances instances, PartSearch search, int lane)
    implements ShardedAsk.Parts {

  /**
   * A question about parts of the lane that one instance has.
   *
   * @param to the instance that has them
   * @param shards numbers of the shards; empty for the newest leaders, at the decider
   */
  private record Asked(HostInfo to, List<Integer> shards, LaneQuery page) {}

  /**
   * The page as it would enter the lane now.
   *
   * @throws RefusedException if the lane cannot be asked now
   */
  LaneQuery entering(ComparedPage page) throws RefusedException {
    Asked decider = decider(LaneQuery.of(page, 0));
    try {
      JsonNode entering = answers(List.of(decider)).get(0).path(PartSearch.ENTERING);
      return ShardRecordCodec.query(
          entering.isMissingNode() ? new byte[0] : entering.binaryValue());
    } catch (IOException | UnreadableRecordException e) {
      String who = call(decider).who();
      throw new RefusedException(503, who + " gives an unexpected answer: " + e.getMessage());
    }
  }

  @Override
  public List<PartFound> search(LaneQuery page, List<Integer> shards) throws RefusedException {
    List<Asked> questions = shards.isEmpty() ? List.of(decider(page)) : ofShards(page, shards);
    List<ObjectNode> answers = answers(questions);
    List<PartFound> found = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      try {
        found.addAll(PartFound.of(answers.get(i), questions.get(i).shards()));
      } catch (IllegalArgumentException e) {
        String who = call(questions.get(i)).who();
        throw new RefusedException(503, who + " gives an unexpected answer: " + e.getMessage());
      }
    }
    found.sort(Comparator.comparingInt(PartFound::shard));
    return found;
  }

  private List<Asked> ofShards(LaneQuery page, List<Integer> shards) throws RefusedException {
    Map<HostInfo, List<Integer>> byInstance = new LinkedHashMap<>();
    for (int shard : shards) {
      int partition = config.indexTasks().task(lane, shard);
      HostInfo instance = known(IndexTasks.INDEX_STORE, partition, List.of(shard));
      byInstance.computeIfAbsent(instance, any -> new ArrayList<>()).add(shard);
    }
    return byInstance.entrySet().stream()
        .map(some -> new Asked(some.getKey(), some.getValue(), page))
        .toList();
  }

  /** The question to the lane's decider, which may be this instance. */
  private Asked decider(LaneQuery page) throws RefusedException {
    return new Asked(known(IndexTasks.RECENT_STORE, lane, List.of()), List.of(), page);
  }

  private HostInfo known(String store, int partition, List<Integer> shards)
      throws RefusedException {
    return instances
        .with(store, partition)
        .orElseThrow(
            () ->
                new RefusedException(
                    503, name(shards) + " is on no instance that is known and runs with --http"));
  }

  /**
   * The answers, in the order of the questions. This instance's are found before others are asked.
   */
  private List<ObjectNode> answers(List<Asked> questions) throws RefusedException {
    List<ObjectNode> answers = new ArrayList<>();
    List<InstanceClient.Call> calls = new ArrayList<>();
    for (Asked asked : questions) {
      if (Instances.address(asked.to()).toString().equals(instances.here())) {
        answers.add(search.of(lane, asked.shards(), asked.page()));
      } else {
        answers.add(null);
        calls.add(call(asked));
      }
    }
    Iterator<ObjectNode> others = instances.client().parts(calls).iterator();
    answers.replaceAll(answer -> answer == null ? others.next() : answer);
    return answers;
  }

  private InstanceClient.Call call(Asked asked) {
    String path = PartSearch.PATH + "?" + PartSearch.query(config, lane, asked.shards());
    byte[] page = ShardRecordCodec.encode(asked.page());
    return instances
        .client()
        .post(asked.to(), "has " + name(asked.shards()), path, Question.Form.BYTES, page);
  }

  private String name(List<Integer> shards) {
    if (shards.isEmpty()) {
      return "the decider of lane " + lane;
    }
    String numbers = shards.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (shards.size() == 1 ? "shard " : "shards ") + numbers + " of lane " + lane;
  }
}
