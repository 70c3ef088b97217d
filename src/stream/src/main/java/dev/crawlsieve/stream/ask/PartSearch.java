package dev.crawlsieve.stream.ask;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.AskedParts;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.LaneView;
import dev.crawlsieve.stream.index.PartView;
import dev.crawlsieve.stream.index.StoreView;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.EnteredView;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;

/** Searches the parts of a lane on this instance, for itself or another instance. */
final class PartSearch {

  /** In an answer: the lane's tick if the page came next. */
  static final String TICK = "tick";

  private final SieveConfig config;
  private final KafkaStreams streams;

  PartSearch(SieveConfig config, KafkaStreams streams) {
    this.config = config;
    this.streams = streams;
  }

  /**
   * The question that another instance asks, as the query of an address.
   *
   * @param shards the shards to search; none for the newest pages beside the decider, or, of a page
   *     that has passed no shard, for the lane's tick
   * @param nearest whether the nearest pages are wanted
   */
  static String query(SieveConfig config, int lane, List<Integer> shards, boolean nearest) {
    String numbers = shards.stream().map(String::valueOf).collect(Collectors.joining(","));
    return "lane="
        + lane
        + (shards.isEmpty() ? "" : "&shards=" + numbers)
        + "&of="
        + config.shards()
        + "&settings="
        + settings(config)
        + (nearest ? "" : "&nearest=false");
  }

  private static String settings(SieveConfig config) {
    return String.format("%08x", config.verdictHash());
  }

  /** The parts of a lane, as far as they are on this instance. */
  static LocalParts parts(SieveConfig config, KafkaStreams streams, int lane, boolean nearest) {
    return new LocalParts(config.shards(), nearest, new Views(config, streams, lane));
  }

  private record Views(SieveConfig config, KafkaStreams streams, int lane)
      implements LocalParts.Views {

    @Override
    public PartView shard(int shard) {
      int partition = lane * config.shards() + shard;
      String name = "shard " + shard + " of lane " + lane;
      return new LaneView(new StoreView(streams, SieveTopology.INDEX_STORE, partition, name));
    }

    @Override
    public PartView newest() {
      String name = "the decider of lane " + lane;
      return new LaneView(new StoreView(streams, SieveTopology.RECENT_STORE, lane, name));
    }
  }

  /**
   * Answers another instance.
   *
   * @throws RefusedException if the question is malformed, the two instances have different
   *     settings, or one of the parts is not here
   */
  ObjectNode of(AskedParts asked, Asker asker) throws RefusedException {
    ensureSameSettings(asked);
    int lane = number(asked.lane(), "lane", config.lanes());
    LaneQuery page = page(asked.page());
    LocalParts parts = parts(config, streams, lane, asked.nearest());
    try {
      PartsFound found;
      if (asked.shards() == null && page.passed() == 0) {
        long tick = EnteredView.tick(streams, lane, config.rule(), page.page().timestamp());
        return RecordJson.JSON.createObjectNode().put(TICK, tick);
      }
      if (asked.shards() == null) {
        ensurePassed(page, config.shards());
        found = parts.newest(page, asker::gone);
      } else {
        ensurePassed(page, 0);
        found = parts.shards(page, shards(asked.shards()), asker::gone);
      }
      asker.ensureThere();
      return found.json();
    } catch (LaneNotHereException e) {
      throw new RefusedException(503, e.getMessage());
    }
  }

  private void ensureSameSettings(AskedParts asked) throws RefusedException {
    String shards = String.valueOf(config.shards());
    if (config.shards() == 0 || !shards.equals(asked.of())) {
      throw new RefusedException(409, "index.shards is " + shards + " here, not " + asked.of());
    }
    if (!settings(config).equals(asked.settings())) {
      throw new RefusedException(
          409, "settings are " + settings(config) + " here, not " + asked.settings());
    }
  }

  private static LaneQuery page(byte[] stored) throws RefusedException {
    try {
      return ShardRecordCodec.query(stored);
    } catch (UnreadableShardRecordException e) {
      throw new RefusedException(400, e.getMessage());
    }
  }

  private static void ensurePassed(LaneQuery page, int shards) throws RefusedException {
    if (page.passed() != shards) {
      throw new RefusedException(
          400, "a page that has passed " + page.passed() + " shards instead of " + shards);
    }
  }

  private List<Integer> shards(String numbers) throws RefusedException {
    TreeSet<Integer> shards = new TreeSet<>();
    for (String number : numbers.split(",", config.shards() + 1)) {
      shards.add(number(number, "shards", config.shards()));
    }
    return List.copyOf(shards);
  }

  private static int number(String text, String name, int end) throws RefusedException {
    if (text == null || !text.matches("\\d{1,5}") || Integer.parseInt(text) >= end) {
      throw new RefusedException(
          400, name + " must be from 0 to " + (end - 1) + ", not '" + text + "'");
    }
    return Integer.parseInt(text);
  }
}
