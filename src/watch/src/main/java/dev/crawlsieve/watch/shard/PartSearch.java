package dev.crawlsieve.watch.shard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.StoreView;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.shard.EnteredView;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.watch.ask.AskedVerdict;
import dev.crawlsieve.watch.ask.SharedLanes;
import dev.crawlsieve.watch.group.Instances;
import dev.crawlsieve.watch.http.Question;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Searches the parts of a lane that are on this instance, for this instance or for another one. */
public final class PartSearch implements SharedLanes {

  /** The path under which an instance asks another about parts of a lane. */
  public static final String PATH = "/api/ask/parts";

  /**
   * Field of an answer: the page as it would enter the lane next, in the form of {@link
   * ShardRecordCodec}.
   */
  static final String ENTERING = "entering";

  private final SieveConfig config;
  private final KafkaStreams streams;

  public PartSearch(SieveConfig config, KafkaStreams streams) {
    this.config = config;
    this.streams = streams;
  }

  @Override
  public AskedVerdict ask(Instances instances, int lane, ComparedPage page)
      throws RefusedException {
    InstanceParts all = new InstanceParts(config, instances, this, lane);
    return new ShardedAsk(ShardRule.of(config.shards(), config.index()), config.basis())
        .of(lane, all.entering(page), page.override(), all);
  }

  /**
   * The query of the URL with which an instance asks another.
   *
   * @param shards the shards to search. If empty, the decider is asked: for its newest leaders or,
   *     if the page has passed no shard, for the page as it would enter the lane
   */
  static String query(SieveConfig config, int lane, List<Integer> shards) {
    String numbers = shards.stream().map(String::valueOf).collect(Collectors.joining(","));
    return "lane=%s%s&of=%s&settings=%s"
        .formatted(
            lane, shards.isEmpty() ? "" : "&shards=" + numbers, config.shards(), settings(config));
  }

  private static String settings(SieveConfig config) {
    return String.format("%08x", config.verdictHash());
  }

  /**
   * Answers a question of another instance.
   *
   * @throws RefusedException if the question is malformed, the settings of the two instances
   *     differ, or one of the parts is not on this instance
   */
  public ObjectNode of(Question asked) throws RefusedException {
    ensureSameSettings(asked);
    int lane = number(asked.parameter("lane"), "lane", config.lanes());
    List<Integer> shards = shards(asked.parameter("shards"));
    LaneQuery page = page(asked.body());
    if (!shards.isEmpty()) {
      ensurePassed(page, 0);
    } else if (page.passed() != 0) {
      ensurePassed(page, config.shards());
    }
    return of(lane, shards, page);
  }

  /**
   * Searches parts on this instance.
   *
   * @param shards as in {@link #query}
   * @throws RefusedException if one of them is not on this instance
   */
  ObjectNode of(int lane, List<Integer> shards, LaneQuery page) throws RefusedException {
    String decider = "the decider of lane " + lane;
    try {
      if (shards.isEmpty() && page.passed() == 0) {
        StoreView entered = new StoreView(streams, IndexTasks.ENTERED_STORE, lane, decider);
        LaneQuery entering = EnteredView.entering(entered, config.rule(), page.page());
        return RecordJson.JSON.createObjectNode().put(ENTERING, ShardRecordCodec.encode(entering));
      }
      List<PartFound> found = new ArrayList<>();
      for (int shard : shards) {
        int task = config.indexTasks().task(lane, shard);
        String name = config.indexTasks().name(task);
        found.add(
            new StoreView(streams, IndexTasks.INDEX_STORE, task, name)
                .ofIndex((index, decided) -> PartFound.inShard(shard, index, page)));
      }
      if (shards.isEmpty()) {
        found.add(
            new StoreView(streams, IndexTasks.RECENT_STORE, lane, decider)
                .ofIndex((index, decided) -> PartFound.inNewest(index, decided, page)));
      }
      return PartFound.json(found);
    } catch (LaneNotHereException e) {
      throw new RefusedException(503, e.getMessage());
    }
  }

  private void ensureSameSettings(Question asked) throws RefusedException {
    String shards = String.valueOf(config.shards());
    if (config.shards() == 0 || !shards.equals(asked.parameter("of"))) {
      throw new RefusedException(
          409, "index.shards is " + shards + " here, not " + asked.parameter("of"));
    }
    if (!settings(config).equals(asked.parameter("settings"))) {
      throw new RefusedException(
          409, "settings are " + settings(config) + " here, not " + asked.parameter("settings"));
    }
  }

  private static LaneQuery page(byte[] stored) throws RefusedException {
    try {
      return ShardRecordCodec.query(stored);
    } catch (UnreadableRecordException e) {
      throw new RefusedException(400, e.getMessage());
    }
  }

  private static void ensurePassed(LaneQuery page, int shards) throws RefusedException {
    if (page.passed() != shards) {
      throw new RefusedException(
          400, "a page that has passed " + page.passed() + " shards instead of " + shards);
    }
  }

  private List<Integer> shards(@Nullable String numbers) throws RefusedException {
    if (numbers == null) {
      return List.of();
    }
    TreeSet<Integer> shards = new TreeSet<>();
    for (String number : numbers.split(",", config.shards() + 1)) {
      shards.add(number(number, "shards", config.shards()));
    }
    return List.copyOf(shards);
  }

  private static int number(@Nullable String text, String name, int end) throws RefusedException {
    if (text == null || !text.matches("\\d{1,5}") || Integer.parseInt(text) >= end) {
      throw new RefusedException(
          400, name + " must be from 0 to " + (end - 1) + ", not '" + text + "'");
    }
    return Integer.parseInt(text);
  }
}
