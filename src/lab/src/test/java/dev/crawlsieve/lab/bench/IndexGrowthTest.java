package dev.crawlsieve.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.lab.bench.result.GrowthPoint;
import dev.crawlsieve.lab.bench.result.GrowthResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexGrowthTest {

  private static final GrowthSettings GROWTH = new GrowthSettings(5_000, 0.3, 1);

  @TempDir Path dir;

  @Test
  void shouldGrowToTheLeadersAskedForAndRestoreThem() {
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 5_000, 1 << 24);
    List<GrowthPoint> reached = new ArrayList<>();
    GrowthResult result = new IndexGrowth(GROWTH, settings, dir, leaders -> {}, reached::add).run();
    assertThat(result.points()).hasSize(1).isEqualTo(reached);
    GrowthPoint end = result.points().get(0);
    assertThat(end.leaders()).isBetween(5_000L, 6_000L);
    // Near-copies are found, so there are more pages than leaders.
    assertThat(result.pages()).isBetween((long) (1.3 * end.leaders()), 2 * end.leaders());
    assertThat(end.onDisk()).isZero();
    assertThat(end.readsPerPage()).isZero();
    assertThat(end.pagesPerSecond()).isPositive();
    assertThat(end.heapBytesPerLeader()).isBetween(20.0, 2_000.0);
    assertThat(result.crashed().leaders()).isEqualTo(end.leaders());
    assertThat(result.stopped().leaders()).isEqualTo(result.crashed().leaders());
    assertThat(result.stopped().seconds()).isPositive();
    assertThat(result.restoredPerSecond()).isPositive();
    assertThat(result.recordsPerSecond()).isGreaterThanOrEqualTo(result.restoredPerSecond());
  }

  @Test
  void shouldSayWhatIsOnDiskWhenMemoryIsShort() {
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 5_000, 1 << 17);
    GrowthPoint end =
        new IndexGrowth(GROWTH, settings, dir, leaders -> {}, point -> {}).run().points().get(0);
    assertThat(end.onDisk()).isPositive();
    assertThat(end.merges()).isPositive();
    assertThat(end.diskBytesPerLeader()).isPositive();
    assertThat(end.readsPerPage()).isPositive();
    assertThat(end.readBytesPerPage()).isGreaterThan(8 * end.readsPerPage());
  }

  @Test
  void shouldCompareACopyWithItsOriginalAndHardlyMore() {
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 5_000, 1 << 24);
    assertThat(comparedPerPage(GROWTH, settings, "one")).isBetween(0.25, 0.35);
  }

  private double comparedPerPage(GrowthSettings growth, IndexSettings settings, String folder) {
    Path own = dir.resolve(folder);
    return new IndexGrowth(growth, settings, own, leaders -> {}, point -> {})
        .run()
        .points()
        .get(0)
        .comparedPerPage();
  }

  @Test
  void shouldEndWhenItIsTold() {
    IndexSettings settings = new IndexSettings(DetectorSettings.simhash(3), 5_000, 1 << 24);
    assertThatThrownBy(
            () ->
                new IndexGrowth(
                        GROWTH,
                        settings,
                        dir,
                        leaders -> {
                          throw new IllegalStateException("enough");
                        },
                        point -> {})
                    .run())
        .hasMessage("enough");
  }

  @Test
  void shouldLookAtRoundNumbers() {
    assertThat(IndexGrowth.milestone(0)).isEqualTo(100_000);
    assertThat(IndexGrowth.milestone(500_000)).isEqualTo(1_000_000);
    assertThat(IndexGrowth.milestone(1_000_000)).isEqualTo(2_000_000);
    assertThat(IndexGrowth.milestone(2_000_100)).isEqualTo(5_000_000);
    assertThat(IndexGrowth.milestone(5_000_000)).isEqualTo(10_000_000);
    assertThat(IndexGrowth.milestone(70_000_000)).isEqualTo(100_000_000);
  }
}
