package dev.crawlsieve.tool.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestKeptTest {

  /** A sketch that says "equal" beside a SimHash that says "unrelated" is made up. */
  @ParameterizedTest
  @CsvSource({
    "COMBINED, 31, 84, 6, 'the SimHashes differ in 31 of 64 bits, must be at most 27'",
    "SKETCH, 28, 84, 6, 'the SimHashes differ in 28 of 64 bits, must be at most 27'",
    "COMBINED, 27, 21, 0, 'too different: similarity about 0.25, 27 of 64 bits differ; a near copy"
        + " needs 0.65 (sketch.min.similarity), or 0.5 (combined.min.similarity) where at"
        + " most 3 bits differ (simhash.max.distance)'",
    "SKETCH, 27, 21, 0, 'too different: similarity about 0.25; a near copy needs 0.65"
        + " (sketch.min.similarity)'",
    "SIMHASH, 31, 84, 6, 'too different: 31 of 64 bits differ (at most 3:"
        + " simhash.max.distance)'",
  })
  void shouldSayWhyPagesAreNotSimilar(
      DetectorSettings.Kind kind, int distance, int equal, int agreeing, String reason) {
    DetectorSettings settings = DetectorSettings.DEFAULT.of(kind);
    Detector detector = Detector.of(settings);
    Nearness nearness = new Nearness(distance, equal, agreeing, Nearness.ALL);

    assertThat(detector.rank(distance, equal)).isEqualTo(Detector.NO_MATCH);
    assertThat(NearestKept.difference(nearness, detector, settings)).isEqualTo(reason);
  }
}
