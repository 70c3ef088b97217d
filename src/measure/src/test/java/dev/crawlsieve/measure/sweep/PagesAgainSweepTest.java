package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.PagesAgain;
import dev.crawlsieve.core.index.TestDetectors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same again is the same under each setting of a sweep. */
class PagesAgainSweepTest {

  private static final int PAGES = 250;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"3, 0", "4, 0", "5, 200", "6, 400"})
  void shouldDropAgainWhatWasDropped(long seed, int retention) throws Exception {
    List<DetectorSettings> settings = new ArrayList<>(TestDetectors.SOME);
    settings.add(DetectorSettings.DEFAULT);
    RuleSettings rule = new RuleSettings(Duration.ofSeconds(retention), false);
    PagesAgain site = new PagesAgain(seed, PAGES);
    List<ComparedPage> lane = new ArrayList<>();
    for (int pass = 0; pass < 3; pass++) {
      lane.addAll(site.pass(1_000L * pass * PAGES, 1_000));
    }
    List<List<String>> swept;
    try (ReplayRoom room = new ReplayRoom(folder, 1 << 20)) {
      swept = SweptLane.swept(settings, rule, room, lane);
    }
    for (int i = 0; i < settings.size(); i++) {
      assertThat(swept.get(i))
          .as(settings.get(i).toString())
          .isEqualTo(SweptLane.scanned(settings.get(i), rule, lane));
      if (retention == 0) {
        assertThat(swept.get(i).subList(PAGES, lane.size())).doesNotContain("unique");
      }
    }
  }
}
