package dev.crawlsieve.watch.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.engine.Lane;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.StoreView;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.shard.EnteredView;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.stream.shard.ShardsTopologyTest;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.watch.ask.AskedVerdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lane is asked for the verdict on each page before the page comes. */
final class AskTopologyTest {

  @TempDir Path folder;
  private TopologyTestDriver driver;

  private SieveConfig config;

  @ParameterizedTest
  @CsvSource({
    "0,combined,none,match",
    "0,combined,20s,readmit",
    "0,simhash,9s,match",
    "1,combined,none,match",
    "1,combined,20s,readmit",
    "1,sketch,9s,match",
  })
  void shouldAnswerAsItDecidesNext(int shards, String detector, String retention, String revisit)
      throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("index.shards", String.valueOf(shards));
    settings.put("detector", detector);
    settings.put("index.retention", retention);
    settings.put("dedup.revisit", revisit);
    config = SieveConfig.of(settings);
    SplittableRandom random = new SplittableRandom(5);
    // in order, with gaps, and now and then of another time
    List<byte[]> lane =
        ShardsTopologyTest.lane(
                config,
                5,
                i ->
                    125L * i
                        + i / 100 * 5_000L
                        + (random.nextInt(20) == 0 ? random.nextInt(9_000) : 0))
            .subList(0, ShardsTopologyTest.PAGES / 2);
    List<Verdict> verdicts = new ArrayList<>();
    try (TopologyTestDriver opened = driver()) {
      driver = opened;
      TestInputTopic<byte[], byte[]> fingerprints =
          opened.createInputTopic(
              "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
      TestOutputTopic<byte[], byte[]> decided =
          opened.createOutputTopic(
              "verdicts", new ByteArrayDeserializer(), new ByteArrayDeserializer());
      for (int i = 0; i < lane.size(); i++) {
        AskedVerdict any = ask(lane.get(random.nextInt(lane.size())), lane.size());
        assertThat(any.asOf()).isEqualTo(i - 1L);

        AskedVerdict answer = ask(lane.get(i), i);
        fingerprints.pipeInput(ShardsTopologyTest.SCOPE, lane.get(i), 1_000L * i);

        String verdict = new String(decided.readValue(), UTF_8);
        assertThat(new String(VerdictCodec.encode(answer.verdict()), UTF_8)).isEqualTo(verdict);
        verdicts.add(answer.verdict());
      }
      assertThat(decided.isEmpty()).isTrue();
    }
    assertThat(verdicts).extracting(Verdict::decision).contains(Verdict.Decision.values());
  }

  private AskedVerdict ask(byte[] fingerprint, int offset) throws Exception {
    ComparedPage page =
        ComparedPage.of(new ScopeKeys().of(ShardsTopologyTest.SCOPE), offset, fingerprint);
    Verdict.Basis basis = new Verdict.Basis(config.detector().name(), config.verdictHash());
    if (config.shards() == 0) {
      return store(IndexTasks.INDEX_STORE)
          .ofIndex(
              (index, decided) -> {
                long asOf = decided.getAsLong();
                return new AskedVerdict(new Lane(0, index, basis).ask(index, page), asOf);
              });
    }
    ShardRule rule = ShardRule.of(config.shards(), config.index());
    StoreView entered = store(IndexTasks.ENTERED_STORE);
    LaneQuery entering = EnteredView.entering(entered, config.rule(), page);
    return new ShardedAsk(rule, basis).of(0, entering, null, this::search);
  }

  /** Searches the only shard, or beside the decider. */
  private List<PartFound> search(LaneQuery page, List<Integer> shards) {
    try {
      PartFound found =
          shards.isEmpty()
              ? store(IndexTasks.RECENT_STORE)
                  .ofIndex((index, decided) -> PartFound.inNewest(index, decided, page))
              : store(IndexTasks.INDEX_STORE)
                  .ofIndex((index, decided) -> PartFound.inShard(0, index, page));
      return List.of(found);
    } catch (LaneNotHereException e) {
      throw new AssertionError(e);
    }
  }

  private StoreView store(String name) {
    return new StoreView(new Store(driver.getKeyValueStore(name)), name);
  }

  private record Store(KeyValueStore<Bytes, byte[]> store) implements StoreView.Queries {

    @Override
    public <R> QueryResult<R> answer(Query<R> query) {
      return store.query(query, PositionBound.unbounded(), new QueryConfig(false));
    }
  }

  private TopologyTestDriver driver() {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "crawlsieve");
    settings.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    return new TopologyTestDriver(new SieveTopology(config, Wings.ALL, null).lane(), settings);
  }
}
