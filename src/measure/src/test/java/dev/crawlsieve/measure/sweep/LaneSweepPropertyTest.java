package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.name.TestNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Many settings at once give the same answers as a linear scan with each of them. */
final class LaneSweepPropertyTest {

  /** So little that tables go to disk, or so much that none does. */
  private static final List<Long> MEMORY = List.of(1L << 16, 16L << 20);

  private Path folder;
  private ReplayRoom room;

  @BeforeTry
  void begin() throws IOException {
    folder = FastFolder.make("sweep");
    room = new ReplayRoom(folder, 1 << 16);
  }

  @AfterTry
  void end() throws IOException {
    room.close();
    FastFolder.remove(folder);
  }

  @Property(tries = 100)
  void everySettingAnswersAsALinearScan(
      @ForAll("settings") List<DetectorSettings> settings,
      @ForAll("rules") RuleSettings rule,
      @ForAll @IntRange(min = 1, max = 250) int pages,
      @ForAll @IntRange(min = 1, max = 12) int clusters,
      @ForAll @IntRange(min = 1, max = 3) int scopes,
      @ForAll @IntRange(max = 1) int memory,
      @ForAll long seed)
      throws IOException {
    room.close();
    room = new ReplayRoom(folder, MEMORY.get(memory));
    List<ComparedPage> lane = GeneratedPages.lane(pages, clusters, scopes, seed);
    List<List<String>> swept = SweptLane.swept(settings, rule, room, lane);
    for (int i = 0; i < settings.size(); i++) {
      assertThat(swept.get(i))
          .as(settings.get(i).toString())
          .isEqualTo(SweptLane.scanned(settings.get(i), rule, lane));
    }
  }

  /** The generated pages are such that it matters how names are compared, and that lengths do. */
  @Example
  void everyTreatmentOfNamesDecidesOtherwise() {
    DetectorSettings similar = DetectorSettings.combined(6, 0.5, 0.3);
    Set<List<Boolean>> decisions = new HashSet<>();
    List<NameThresholds> treatments = new ArrayList<>(TestNames.THRESHOLDS);
    treatments.add(NameThresholds.IGNORED);
    for (NameThresholds names : treatments) {
      LinearScanIndex index = new LinearScanIndex(Detector.of(similar.with(names)));
      List<Boolean> found = new ArrayList<>();
      for (ComparedPage page : GeneratedPages.lane(1_000, 12, 1, 5)) {
        found.add(index.lookup(page).found());
        if (index.lookup(page).match() == Lookup.Match.NONE) {
          index.put(index.nextOrdinal(), page);
        }
      }
      decisions.add(found);
    }
    assertThat(decisions).hasSameSizeAs(treatments);
  }

  @Provide
  Arbitrary<RuleSettings> rules() {
    return Arbitraries.of(GeneratedPages.RULES);
  }

  @Provide
  Arbitrary<List<DetectorSettings>> settings() {
    Arbitrary<DetectorSettings> one = TestDetectors.any(16);
    return Arbitraries.oneOf(
        one.list().ofMinSize(1).ofMaxSize(6), one.list().ofMinSize(60).ofMaxSize(LaneSweep.MOST));
  }
}
