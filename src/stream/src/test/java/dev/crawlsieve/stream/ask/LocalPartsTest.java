package dev.crawlsieve.stream.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.shard.Crowd;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.LaneSearch;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.NearestLeaders;
import dev.crawlsieve.stream.index.PartView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** How much work a question is, whatever the parts hold. */
final class LocalPartsTest {

  private static final LeaderRecord PAGE = new Crowd(1, false).lane(1).get(0);

  private static final LaneQuery ENTERING = LaneQuery.of(PAGE, 0);

  private final List<Long> read = new ArrayList<>();

  /** A part of a billion leaders. */
  private final PartView large =
      new PartView() {
        @Override
        public long given() {
          return 1_000_000_000;
        }

        @Override
        public long heldFrom() {
          return 0;
        }

        @Override
        public long expired() {
          return 7;
        }

        @Override
        public Lookup lookup(LeaderRecord page, long tick, long from) {
          return Lookup.none(0);
        }

        @Override
        public long asOf() {
          return 77;
        }

        @Override
        public NearestLeaders nearest(
            LeaderRecord page, int count, long atMost, BooleanSupplier enough) {
          read.add(atMost);
          return new NearestLeaders(List.of(), atMost, 1_000_000_000);
        }
      };

  private LocalParts parts(int shards) {
    return parts(shards, true);
  }

  private LocalParts parts(int shards, boolean nearest) {
    return new LocalParts(shards, nearest, part -> large);
  }

  private static LaneQuery passed(long... known) {
    ShardRule rule =
        new ShardRule(
            known.length, Detector.of(DetectorSettings.simhash(3)), false, Overrides.NONE);
    List<LaneQuery> shards = new ArrayList<>();
    for (long given : known) {
      shards.add(LaneSearch.alone(PAGE, Lookup.none(0), given));
    }
    return new LaneSearch(rule, new Verdict.Basis("simhash", 1)).joined(ENTERING, shards);
  }

  @Test
  void shouldDivideTheWorkAmongShards() throws LaneNotHereException {
    PartsFound found = parts(4).shards(ENTERING, List.of(1, 3), () -> false);
    assertThat(read).containsExactly(12_500L, 12_500L);
    assertThat(found.parts()).extracting(PartFound::shard).containsExactly(1, 3);
  }

  @Test
  void shouldReadNothingForAVerdictAlone() throws LaneNotHereException {
    PartsFound shards = parts(4, false).shards(ENTERING, List.of(1, 3), () -> false);
    PartsFound newest = parts(4, false).newest(passed(0, 1, 2, 3), () -> false);
    assertThat(read).isEmpty();
    assertThat(shards.parts()).extracting(PartFound::asOf).containsExactly(-1L, -1L);
    assertThat(newest.parts()).extracting(PartFound::asOf).containsOnly(77L);
  }

  @Test
  void shouldReadNoMoreOfTheNewestThanShardsDoNotKnow() throws LaneNotHereException {
    PartsFound found =
        parts(4).newest(passed(0, 240_000_000, 250_000_000, Long.MAX_VALUE), () -> false);
    assertThat(read).containsExactly(6_250L);
    assertThat(found.parts()).extracting(PartFound::leaders).containsExactly(999_999_993L);
    read.clear();
    long all = 250_000_000;
    assertThat(parts(4).newest(passed(all, all, all - 1, all), () -> false).parts()).hasSize(1);
    assertThat(parts(4).newest(passed(all, all, all, Long.MAX_VALUE), () -> false).parts())
        .hasSize(1);
    assertThat(read).containsExactly(2L, 0L);
  }
}
