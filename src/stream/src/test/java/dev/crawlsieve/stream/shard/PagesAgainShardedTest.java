package dev.crawlsieve.stream.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.PagesAgain;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same again is the same with shards, too, and as in one index, also where pages expire. */
class PagesAgainShardedTest {

  private static final int PAGES = 250;
  private static final Verdict.Basis BASIS = new Verdict.Basis("combined", 1);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"3, 1, 0", "4, 3, 0", "5, 4, 200", "6, 2, 400"})
  void shouldDropAgainWhatWasDropped(long seed, int shards, int retention) throws Exception {
    RuleSettings rule = new RuleSettings(Duration.ofSeconds(retention), false);
    PagesAgain site = new PagesAgain(seed, PAGES);
    List<ComparedPage> lane = new ArrayList<>();
    for (int pass = 0; pass < 3; pass++) {
      lane.addAll(site.pass(1_000L * pass * PAGES, 1_000));
    }
    Decider scan =
        new Decider(
            new LinearScanIndex(Detector.of(DetectorSettings.DEFAULT), rule), "combined", 1);
    List<Verdict> expected = lane.stream().map(page -> scan.decide(0, page)).toList();
    IndexSettings settings = new IndexSettings(DetectorSettings.DEFAULT, rule, 1_000, 1 << 20);
    List<Verdict> verdicts;
    try (SimulatedLane sharded = new SimulatedLane(folder, settings, shards, seed, BASIS)) {
      verdicts = sharded.decide(lane);
    }
    assertThat(verdicts.stream().map(Verdict::withoutSearch).toList())
        .isEqualTo(expected.stream().map(Verdict::withoutSearch).toList());
    if (retention == 0) {
      assertThat(verdicts.subList(PAGES, 3 * PAGES))
          .noneMatch(verdict -> verdict.decision() == Verdict.Decision.UNIQUE);
    }
  }
}
