package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.Question;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.http.WatchServer;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.HostInfo;

/** The parts of a lane, on this instance and on others, for one request. */
final class InstanceParts implements LaneParts {

  private final SieveConfig config;
  private final Instances instances;
  private final PartSearch search;
  private final int lane;
  private final boolean nearest;
  private final Asker asker;

  /**
   * A question about parts of the lane.
   *
   * @param to the instance that has them
   * @param shards their numbers; none for what is beside the decider
   */
  private record Asked(HostInfo to, List<Integer> shards, LaneQuery page) {}

  /**
   * @param search answers for the parts that are here
   * @param nearest whether the nearest pages are wanted, and not only the verdict
   */
  InstanceParts(
      SieveConfig config,
      Instances instances,
      PartSearch search,
      int lane,
      boolean nearest,
      Asker asker) {
    this.config = config;
    this.instances = instances;
    this.search = search;
    this.lane = lane;
    this.nearest = nearest;
    this.asker = asker;
  }

  @Override
  public LaneQuery entering(LeaderRecord page) throws RefusedException {
    if (!config.rule().expires()) {
      return LaneQuery.of(page, 0);
    }
    Asked decider = decider(LaneQuery.of(page, 0));
    JsonNode tick = answers(List.of(decider)).get(0).path(PartSearch.TICK);
    if (!tick.isIntegralNumber()) {
      throw new RefusedException(503, call(decider).who() + " gives an unexpected answer");
    }
    return LaneQuery.of(page, tick.longValue());
  }

  @Override
  public PartsFound shards(LaneQuery page, List<Integer> shards) throws RefusedException {
    Map<HostInfo, List<Integer>> byInstance = new LinkedHashMap<>();
    for (int shard : shards) {
      int partition = lane * config.shards() + shard;
      HostInfo instance = known(SieveTopology.INDEX_STORE, partition, List.of(shard));
      byInstance.computeIfAbsent(instance, any -> new ArrayList<>()).add(shard);
    }
    return found(
        byInstance.entrySet().stream()
            .map(some -> new Asked(some.getKey(), some.getValue(), page))
            .toList());
  }

  @Override
  public PartsFound newest(LaneQuery passed) throws RefusedException {
    return found(List.of(decider(passed)));
  }

  /** The question to the lane's decider, which may be on this instance. */
  private Asked decider(LaneQuery page) throws RefusedException {
    return new Asked(known(SieveTopology.RECENT_STORE, lane, List.of()), List.of(), page);
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

  private PartsFound found(List<Asked> questions) throws RefusedException {
    List<ObjectNode> answers = answers(questions);
    List<PartsFound> found = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      List<Integer> shards = questions.get(i).shards();
      try {
        found.add(PartsFound.of(answers.get(i), shards.isEmpty() ? PartsFound.NEWEST : shards));
      } catch (IllegalArgumentException e) {
        String who = call(questions.get(i)).who();
        throw new RefusedException(503, who + " gives an unexpected answer: " + e.getMessage());
      }
    }
    return PartsFound.together(found);
  }

  /** The answers in the order of the questions, those from here before others are asked. */
  private List<ObjectNode> answers(List<Asked> questions) throws RefusedException {
    List<ObjectNode> answers = new ArrayList<>();
    List<InstanceClient.Call> calls = new ArrayList<>();
    for (Asked asked : questions) {
      if (Instances.address(asked.to()).toString().equals(instances.here())) {
        answers.add(search.of(lane, asked.shards(), nearest, asked.page(), asker));
      } else {
        answers.add(null);
        calls.add(call(asked));
      }
    }
    Iterator<ObjectNode> others = instances.client().parts(calls, asker).iterator();
    answers.replaceAll(answer -> answer == null ? others.next() : answer);
    return answers;
  }

  private InstanceClient.Call call(Asked asked) {
    String path = WatchServer.PARTS + "?" + PartSearch.query(config, lane, asked.shards(), nearest);
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
