package dev.crawlsieve.watch.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.shard.Crowd;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.watch.ask.AskedVerdict;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shards and decider that know different things, as while tasks move. */
final class ShardedAskTest {

  private static final ComparedPage PAGE = new Crowd(1, false).lane(1).get(0);

  private final List<List<Integer>> asked = new ArrayList<>();

  /**
   * What the parts of two shards know.
   *
   * @param first when the shards are asked
   * @param again when they are asked again
   */
  private ShardedAsk.Parts parts(long[] first, long[] again, long heldFrom, long given) {
    return (page, shards) -> {
      if (shards.isEmpty()) {
        assertThat(page.known(0)).isEqualTo(first[0]);
        assertThat(page.known(1)).isEqualTo(first[1]);
        return List.of(PartFoundTest.part(PartFound.NEWEST, heldFrom, given));
      }
      long[] known = asked.isEmpty() ? first : again;
      asked.add(shards);
      return shards.stream().map(shard -> PartFoundTest.part(shard, 0, known[shard])).toList();
    };
  }

  private static AskedVerdict ask(ShardedAsk.Parts parts) throws RefusedException {
    ShardRule rule = new ShardRule(2, Detector.of(DetectorSettings.simhash(3)), false);
    return new ShardedAsk(rule, new Verdict.Basis("simhash", 1))
        .of(5, LaneQuery.of(PAGE, 0), null, parts);
  }

  private static long[] of(long... numbers) {
    return numbers;
  }

  @Test
  void shouldAskEachPartOnce() throws RefusedException {
    AskedVerdict found = ask(parts(of(10, 9), of(0, 0), 18, 23));
    assertThat(asked).containsExactly(List.of(0, 1));
    assertThat(found.asOf()).isEqualTo(22);
    assertThat(found.verdict().kept()).isTrue();
    assertThat(found.verdict().compared()).isEqualTo(9);
  }

  @Test
  void shouldAskAShardAgainIfTheDeciderHasLetGoOfItsLeaders() throws RefusedException {
    AskedVerdict found = ask(parts(of(10, 9), of(0, 11), 20, 24));
    assertThat(asked).containsExactly(List.of(0, 1), List.of(1));
    assertThat(found.asOf()).isEqualTo(23);
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
