package dev.crawlsieve.stream.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.Crowd;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shards and decider that know different things, as while tasks move. */
final class ShardedNeighboursTest {

  private static final LeaderRecord PAGE = new Crowd(1, false).lane(1).get(0);

  private final List<List<Integer>> asked = new ArrayList<>();

  /**
   * What the parts of two shards know.
   *
   * @param first when the shards are asked
   * @param again when they are asked again
   */
  private LaneParts parts(long[] first, long[] again, long heldFrom, long given) {
    return new LaneParts() {
      @Override
      public LaneQuery entering(LeaderRecord page) {
        return LaneQuery.of(page, 0);
      }

      @Override
      public PartsFound shards(LaneQuery page, List<Integer> shards) {
        long[] known = asked.isEmpty() ? first : again;
        asked.add(shards);
        return new PartsFound(
            shards.stream().map(shard -> PartsFoundTest.part(shard, 0, known[shard])).toList(),
            List.of());
      }

      @Override
      public PartsFound newest(LaneQuery passed) {
        assertThat(passed.known(0)).isEqualTo(first[0]);
        assertThat(passed.known(1)).isEqualTo(first[1]);
        PartFound newest = PartsFoundTest.part(PartFound.NEWEST, heldFrom, given);
        return new PartsFound(List.of(newest), List.of());
      }
    };
  }

  private static Neighbourhood ask(LaneParts parts) throws RefusedException {
    ShardRule rule =
        new ShardRule(2, Detector.of(DetectorSettings.simhash(3)), false, Overrides.NONE);
    return new ShardedNeighbours(rule, new Verdict.Basis("simhash", 1)).of(5, PAGE, parts);
  }

  private static long[] of(long... numbers) {
    return numbers;
  }

  @Test
  void shouldAskEachPartOnce() throws RefusedException {
    Neighbourhood found = ask(parts(of(10, 9), of(0, 0), 18, 23));
    assertThat(asked).containsExactly(List.of(0, 1));
    assertThat(found.leaders()).isEqualTo(23);
    assertThat(found.asOf()).isEqualTo(22);
    assertThat(found.verdict().kept()).isTrue();
    assertThat(found.verdict().compared()).isEqualTo(9);
  }

  @Test
  void shouldAskAShardAgainIfTheDeciderHasLetGoOfItsLeaders() throws RefusedException {
    Neighbourhood found = ask(parts(of(10, 9), of(0, 11), 20, 24));
    assertThat(asked).containsExactly(List.of(0, 1), List.of(1));
    assertThat(found.leaders()).isEqualTo(24);
  }

  @Test
  void shouldNotAnswerWithoutLeadersThatNoPartHas() {
    assertThatThrownBy(() -> ask(parts(of(10, 9), of(0, 9), 20, 24)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("shard 1 of lane 5 is moving");
  }

  @Test
  void shouldNotAnswerWithADeciderThatIsBehind() {
    assertThatThrownBy(() -> ask(parts(of(9, 10), of(0, 0), 0, 19)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("lane 5 is moving")
        .hasMessageContaining("shard 1");
  }
}
