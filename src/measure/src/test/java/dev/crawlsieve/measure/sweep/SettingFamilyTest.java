package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Threshold;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SettingFamilyTest {

  @Test
  void shouldMoveTheThresholdThatASettingChanges() {
    assertThat(families(combined(3, 0.6, 0.5), combined(3, 0.7, 0.5), combined(4, 0.6, 0.5)))
        .containsExactly(
            "combined ≥ τ, or ≤ 3 bits and ≥ 0.5 [≥ 0.6, ≥ 0.7]",
            "combined ≥ 0.6, or ≤ k bits and ≥ 0.5 [≤ 4]");
    assertThat(families(combined(1, 0.6, 0.5), combined(1, 0.6, 0.4)))
        .containsExactly("combined ≥ 0.6, or ≤ 1 bit and ≥ c [≥ 0.5, ≥ 0.4]");
    assertThat(families(combined(1, 0.6, 0.5)))
        .containsExactly("combined ≥ τ, or ≤ 1 bit and ≥ 0.5 [≥ 0.6]");
  }

  @Test
  void shouldFollowTheThresholdForNamesWhereNoOtherDiffers() {
    DetectorSettings simhash = DetectorSettings.simhash(3);
    assertThat(
            families(
                simhash.with(new NameThresholds(true, 0.8)),
                simhash.with(new NameThresholds(true, 0.9)),
                simhash))
        .containsExactly(
            "simhash ≤ 3 bits; alike ≥ a [≥ 0.8, ≥ 0.9]",
            "simhash ≤ 3 bits; near.names=ignore [≥ 0]");
  }

  @Test
  void shouldShowNoThresholdOfExactCopies() {
    DetectorSettings exact = DetectorSettings.exact();
    assertThat(families(exact.with(NameThresholds.DEFAULT), exact))
        .containsExactly("exact [no threshold]", "exact; near.names=ignore [no threshold]");
  }

  @Test
  void shouldLieInOrderAlongItsAxis() {
    SettingFamily family =
        SettingFamily.of(reports(DetectorSettings.simhash(4), DetectorSettings.simhash(2))).get(0);
    assertThat(family.ascending().stream().map(family::at)).containsExactly(2.0, 4.0);
    assertThat(family.results().stream().map(family::at)).containsExactly(4.0, 2.0);
  }

  private static DetectorSettings combined(int k, double tau, double c) {
    return DetectorSettings.combined(k, tau, c);
  }

  private static List<String> families(DetectorSettings... settings) {
    return SettingFamily.of(reports(settings)).stream()
        .map(f -> f.name() + " " + f.results().stream().map(f::threshold).toList())
        .toList();
  }

  private static List<SettingResult> reports(DetectorSettings... settings) {
    SweepReports reports = SweepReports.empty();
    List.of(settings).forEach(reports::with);
    return reports.build().settings();
  }

  /** What a new threshold must be added to besides its own enum. */
  @ParameterizedTest
  @EnumSource
  void shouldShowEachThresholdWhereItIsUsed(Threshold threshold) {
    double one = threshold.isWhole() ? Math.abs(threshold.strictest() - 1) : 0.4;
    double other = threshold.isWhole() ? Math.abs(threshold.strictest() - 2) : 0.3;
    for (DetectorSettings.Kind kind : threshold.kinds()) {
      assertThat(text(kind, threshold, one)).isNotEqualTo(text(kind, threshold, other));
    }
  }

  private static String text(DetectorSettings.Kind kind, Threshold changed, double value) {
    Map<Threshold, Double> values = new EnumMap<>(Threshold.class);
    for (Threshold threshold : Threshold.values()) {
      values.put(threshold, threshold.value(DetectorSettings.DEFAULT));
    }
    values.put(changed, value);
    return new SweptSetting(DetectorSettings.of(kind, values), false).text();
  }
}
