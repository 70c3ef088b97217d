package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.topology.EnteredView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.HostInfo;

/** The parts of a lane, on this instance and on others, for one request. */
final class InstanceParts implements LaneParts {

  private final SieveConfig config;
  private final Instances instances;
  private final int lane;
  private final boolean nearest;
  private final Asker asker;

  /**
   * @param nearest whether the nearest pages are wanted, and not only the verdict
   */
  InstanceParts(SieveConfig config, Instances instances, int lane, boolean nearest, Asker asker) {
    this.config = config;
    this.instances = instances;
    this.lane = lane;
    this.nearest = nearest;
    this.asker = asker;
  }

  @Override
  public LaneQuery entering(LeaderRecord page) throws RefusedException {
    if (!config.rule().expires()) {
      return LaneQuery.of(page, 0);
    }
    InstanceClient.PartsQuestion question = toDecider(LaneQuery.of(page, 0));
    if (!isHere(question.to())) {
      JsonNode tick = instances.parts(List.of(question), asker).get(0).path(PartSearch.TICK);
      if (!tick.isIntegralNumber()) {
        throw new RefusedException(503, question.who() + " gives an unexpected answer");
      }
      return LaneQuery.of(page, tick.longValue());
    }
    try {
      return LaneQuery.of(
          page, EnteredView.tick(instances.streams(), lane, config.rule(), page.timestamp()));
    } catch (LaneNotHereException e) {
      throw new RefusedException(503, e.getMessage());
    }
  }

  @Override
  public PartsFound shards(LaneQuery page, List<Integer> shards) throws RefusedException {
    Map<HostInfo, List<Integer>> byInstance = new LinkedHashMap<>();
    for (int shard : shards) {
      Optional<HostInfo> instance = instances.withShard(lane, shard);
      byInstance
          .computeIfAbsent(known(instance, name(List.of(shard))), any -> new ArrayList<>())
          .add(shard);
    }
    List<PartsFound> found = new ArrayList<>();
    Map<HostInfo, List<Integer>> elsewhere = new LinkedHashMap<>();
    for (Map.Entry<HostInfo, List<Integer>> some : byInstance.entrySet()) {
      if (isHere(some.getKey())) {
        found.add(shardsHere(page, some.getValue()));
      } else {
        elsewhere.put(some.getKey(), some.getValue());
      }
    }
    found.addAll(elsewhere(page, elsewhere));
    return PartsFound.together(found);
  }

  private PartsFound shardsHere(LaneQuery page, List<Integer> shards) throws RefusedException {
    try {
      PartsFound found =
          PartSearch.parts(config, instances.streams(), lane, nearest)
              .shards(page, shards, asker::gone);
      asker.ensureThere();
      return found;
    } catch (LaneNotHereException e) {
      throw new RefusedException(503, e.getMessage());
    }
  }

  private List<PartsFound> elsewhere(LaneQuery page, Map<HostInfo, List<Integer>> shards)
      throws RefusedException {
    byte[] sent = ShardRecordCodec.encode(page);
    List<InstanceClient.PartsQuestion> questions = new ArrayList<>();
    shards.forEach(
        (instance, some) ->
            questions.add(
                new InstanceClient.PartsQuestion(
                    instance, PartSearch.query(config, lane, some, nearest), sent, name(some))));
    return found(questions, List.copyOf(shards.values()));
  }

  private List<PartsFound> found(
      List<InstanceClient.PartsQuestion> questions, List<List<Integer>> shards)
      throws RefusedException {
    List<ObjectNode> answers = instances.parts(questions, asker);
    List<PartsFound> found = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      try {
        found.add(PartsFound.of(answers.get(i), shards.get(i)));
      } catch (IllegalArgumentException e) {
        throw new RefusedException(
            503, questions.get(i).who() + " gives an unexpected answer: " + e.getMessage());
      }
    }
    return found;
  }

  @Override
  public PartsFound newest(LaneQuery passed) throws RefusedException {
    InstanceClient.PartsQuestion question = toDecider(passed);
    if (!isHere(question.to())) {
      return found(List.of(question), List.of(PartsFound.NEWEST)).get(0);
    }
    try {
      PartsFound found =
          PartSearch.parts(config, instances.streams(), lane, nearest).newest(passed, asker::gone);
      asker.ensureThere();
      return found;
    } catch (LaneNotHereException e) {
      throw new RefusedException(503, e.getMessage());
    }
  }

  /** The question to the lane's decider, which may be on this instance. */
  private InstanceClient.PartsQuestion toDecider(LaneQuery query) throws RefusedException {
    String name = "the decider of lane " + lane;
    return new InstanceClient.PartsQuestion(
        known(instances.withDecider(lane), name),
        PartSearch.query(config, lane, List.of(), nearest),
        ShardRecordCodec.encode(query),
        name);
  }

  private boolean isHere(HostInfo instance) {
    return Instances.address(instance).toString().equals(instances.here());
  }

  private static HostInfo known(Optional<HostInfo> instance, String name) throws RefusedException {
    return instance.orElseThrow(
        () ->
            new RefusedException(
                503, name + " is on no instance that is known and runs with --http"));
  }

  private String name(List<Integer> shards) {
    String numbers = shards.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (shards.size() == 1 ? "shard " : "shards ") + numbers + " of lane " + lane;
  }
}
