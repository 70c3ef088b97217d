package dev.crawlsieve.tool.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonTextTest {

  @ParameterizedTest
  @CsvSource({
    "COMBINED, 31, 1, 'similarity about 1.00, 31 of 64 bits differ; a near copy needs 0.65"
        + " (sketch.min.similarity), or 0.5 (combined.min.similarity) if at most 3"
        + " (simhash.max.distance) bits differ, and at most 27 bits that differ'",
    "COMBINED, 27, 0.25, 'similarity about 0.25, 27 of 64 bits differ; a near copy needs 0.65"
        + " (sketch.min.similarity), or 0.5 (combined.min.similarity) if at most 3"
        + " (simhash.max.distance) bits differ'",
    "SKETCH, 28, 1, 'similarity about 1.00, 28 of 64 bits differ; a near copy needs 0.65"
        + " (sketch.min.similarity), and at most 27 bits that differ'",
    "SKETCH, 27, 0.25, 'similarity about 0.25; a near copy needs 0.65 (sketch.min.similarity)'",
    "SIMHASH, 31, 1, '31 of 64 bits differ (at most 3: simhash.max.distance)'",
    "COMBINED, 31, -1, '31 of 64 bits differ (at most 3: simhash.max.distance)'",
  })
  void shouldSayWhatIsMeasuredAndWhatIsNeeded(
      DetectorSettings.Kind kind, int distance, double similarity, String text) {
    DetectorSettings settings = DetectorSettings.DEFAULT.of(kind);

    assertThat(ReasonText.measured(distance, similarity, settings.name(), Optional.of(settings)))
        .isEqualTo(text);
    assertThat(ReasonText.measured(distance, similarity, settings.name(), Optional.empty()))
        .isEqualTo(text.split("[,;(]| \\(")[0].strip());
  }
}
