package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsGridTest {

  private static final DetectorSettings COMBINED = DetectorSettings.combined(3, 0.65, 0.5);
  private static final DetectorSettings NAMED = COMBINED.with(NameThresholds.DEFAULT);

  private static List<String> texts(SettingsGrid grid, DetectorSettings inForce) {
    return grid.settings(inForce, true).stream().map(SweptSetting::text).toList();
  }

  private static SettingsGrid grid(String detectors, String distance, String similarity) {
    Map<Threshold, String> values = new EnumMap<>(Threshold.class);
    values.put(Threshold.DISTANCE, distance);
    values.put(Threshold.SIMILARITY, similarity);
    values.values().removeIf(Objects::isNull);
    return new SettingsGrid(detectors, null, values);
  }

  @Test
  void shouldTryTheSettingInForceFirstAndOnce() {
    List<SweptSetting> settings = grid("combined", "3", "0.65").settings(COMBINED, true);
    assertThat(settings).containsExactly(new SweptSetting(COMBINED, true));
    assertThat(grid("simhash", "1", null).settings(COMBINED, false))
        .containsExactly(
            new SweptSetting(COMBINED, false),
            new SweptSetting(DetectorSettings.simhash(1), false));
  }

  @Test
  void shouldMakeEveryCombination() {
    assertThat(texts(grid("combined", "2..3", "0.6,0.7"), COMBINED))
        .containsExactly(
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5",
            "combined ≥ 0.6, or ≤ 2 bits and ≥ 0.5",
            "combined ≥ 0.7, or ≤ 2 bits and ≥ 0.5",
            "combined ≥ 0.6, or ≤ 3 bits and ≥ 0.5",
            "combined ≥ 0.7, or ≤ 3 bits and ≥ 0.5");
  }

  @Test
  void shouldRefuseAConfirmingSimilarityAboveTheOtherOne() {
    SettingsGrid confirming = new SettingsGrid(null, null, Map.of(Threshold.CONFIRMING, "0.5,0.9"));
    assertThatThrownBy(() -> confirming.settings(COMBINED, true))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "combined.min.similarity is 0.9, must be at most sketch.min.similarity, which is 0.65:"
                + " give that, too");
    SettingsGrid low =
        new SettingsGrid(
            null, null, Map.of(Threshold.CONFIRMING, "0.65,0.9", Threshold.SIMILARITY, "0.75"));
    assertThatThrownBy(() -> low.settings(COMBINED, true))
        .hasMessageEndingWith("which is 0.75: leave out what is above it, or try more of that");
    SettingsGrid both =
        new SettingsGrid(
            null, null, Map.of(Threshold.CONFIRMING, "0.9", Threshold.SIMILARITY, "0.8,0.95"));
    assertThat(texts(both, COMBINED)).contains("combined ≥ 0.95, or ≤ 3 bits and ≥ 0.9");
  }

  @Test
  void shouldTakeTheDetectorsThatUseWhatIsGiven() {
    DetectorSettings simhash = DetectorSettings.simhash(3);
    assertThat(texts(grid(null, "4", "0.8"), simhash))
        .containsExactly("simhash ≤ 3 bits", "simhash ≤ 4 bits", "sketch ≥ 0.8");
    assertThat(texts(grid(null, "1", null), COMBINED))
        .endsWith("combined ≥ 0.65, or ≤ 1 bit and ≥ 0.5");
  }

  @Test
  void shouldTryTheUsualThresholdsOfAllDetectorsWhenNothingIsGiven() {
    List<String> texts = texts(SettingsGrid.USUAL, DetectorSettings.simhash(3));
    assertThat(texts).hasSize(28).startsWith("simhash ≤ 3 bits").doesNotHaveDuplicates();
  }

  @Test
  void shouldConfirmWithNoMoreThanWhatStandsAlone() {
    assertThat(texts(grid("combined", null, "0.4"), COMBINED))
        .endsWith("combined ≥ 0.4, or ≤ 3 bits and ≥ 0.4");
  }

  private static SettingsGrid names(String names, String alike) {
    Map<Threshold, String> values = alike == null ? Map.of() : Map.of(Threshold.ALIKE, alike);
    return new SettingsGrid(null, names, values);
  }

  @Test
  void shouldTryTheTreatmentsOfNames() {
    assertThat(texts(names("compare,ignore", null), NAMED))
        .containsExactly(
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5");
    assertThat(texts(names(null, "0.8,0.9"), DetectorSettings.simhash(3)))
        .containsExactly(
            "simhash ≤ 3 bits", "simhash ≤ 3 bits; alike ≥ 0.8", "simhash ≤ 3 bits; alike ≥ 0.9");
    assertThat(texts(grid("sketch", null, "0.7"), NAMED)).endsWith("sketch ≥ 0.7; alike ≥ 0.85");
  }

  @Test
  void shouldShowTheSettingInForceWithNamesIgnoredWhenNothingIsGiven() {
    List<String> texts = texts(names(null, null), NAMED);
    assertThat(texts)
        .hasSize(29)
        .startsWith(
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5")
        .doesNotHaveDuplicates();
    assertThat(texts.subList(2, 29)).allMatch(text -> text.endsWith("; alike ≥ 0.85"));
  }

  @Test
  void shouldRefuseTreatmentsOfNamesThatAreNone() {
    assertThatThrownBy(() -> texts(names("both", null), NAMED))
        .hasMessage(
            "near.names has the value 'both', must be compare, ignore, or both separated by a"
                + " comma");
    assertThatThrownBy(() -> texts(names("ignore", "0.9"), NAMED))
        .hasMessage("near.alike.min.similarity is given, but near.names is ignore");
    assertThatThrownBy(() -> texts(names(null, "1.5"), NAMED))
        .hasMessage("near.alike.min.similarity is 1.5, must be a number from 0.0 to 1.0");
  }

  /** The same check as that of a setting, in the same words. */
  @ParameterizedTest
  @CsvSource({
    "sketch.min.similarity, 0.005",
    "sketch.min.similarity, 0.0",
    "simhash.max.distance, 17",
    "simhash.max.distance, 2.5",
    "combined.min.similarity, 1.1"
  })
  void shouldRefuseWhatASettingCannotBe(String name, String value) {
    SettingsGrid grid = SettingsGrid.of(Map.of(name, value));
    SettingsException refused =
        catchThrowableOfType(SettingsException.class, () -> SieveConfig.of(Map.of(name, value)));
    assertThat(refused).hasMessageStartingWith(name + " is " + value + ", must be a ");
    assertThatThrownBy(() -> grid.settings(COMBINED, true))
        .isInstanceOf(SettingsException.class)
        .hasMessage(refused.getMessage());
  }

  @Test
  void shouldTakeWhatIsGivenByTheNamesOfSettings() {
    assertThat(
            SettingsGrid.of(
                Map.of("detector", "all", "near.names", "ignore", "simhash.max.distance", "3")))
        .isEqualTo(new SettingsGrid("all", "ignore", Map.of(Threshold.DISTANCE, "3")));
    assertThat(SettingsGrid.of(Map.of()).isEmpty()).isTrue();
    assertThatThrownBy(() -> SettingsGrid.of(Map.of("lanes", "3", "near.names", "ignore")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("[lanes]");
  }

  /** Which have no threshold. */
  @Test
  void shouldTryExactCopiesAloneOnce() {
    DetectorSettings exact = DetectorSettings.exact().with(NameThresholds.DEFAULT);
    SettingsGrid both = new SettingsGrid("exact", "compare,ignore", Map.of());
    assertThat(texts(both, exact)).containsExactly("exact", "exact, names ignored");
    assertThat(texts(both, NAMED)).endsWith("exact", "exact, names ignored").hasSize(3);
    List<SweptSetting> usual = SettingsGrid.USUAL.settings(exact, true);
    assertThat(SettingsGrid.few(usual)).isEqualTo(usual.subList(0, 2));
    assertThatThrownBy(
            () -> SettingsGrid.of(Map.of(NameThresholds.ALIKE, "0.9")).settings(exact, true))
        .isInstanceOf(SettingsException.class)
        .hasMessageMatching(
            "near.alike.min.similarity is for simhash, sketch(, \\w+)* and \\w+, which .*");
  }

  @Test
  void shouldNotTryWhatCannotBeSet() {
    assertThatThrownBy(() -> SettingsGrid.of(Map.of("supershingle.min.agreeing", "2,3")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("[supershingle.min.agreeing]");
    assertThatThrownBy(() -> texts(grid("sketch,supershingle", null, null), COMBINED))
        .isInstanceOf(SettingsException.class)
        .hasMessageEndingWith("some of " + SettingsGrid.DETECTORS);
    assertThat(texts(grid("all", null, null), COMBINED)).noneMatch(t -> t.contains("supershingle"));
  }

  @Test
  void shouldRefuseWhatNobodyUses() {
    assertThatThrownBy(() -> texts(grid("simhash", null, "0.5"), COMBINED))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("sketch.min.similarity is for sketch")
        .hasMessageEndingWith(", which --try detector does not name");
    assertThatThrownBy(() -> texts(grid("simhesh", null, null), COMBINED))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(
            "--try detector has the value 'simhesh', must be all, or some of simhash,");
  }

  @Test
  void shouldRefuseValuesThatNoSettingTakes() {
    assertThatThrownBy(() -> texts(grid("simhash", "17", null), COMBINED))
        .hasMessage("simhash.max.distance is 17, must be a whole number from 0 to 16");
    assertThatThrownBy(() -> texts(grid("simhash", "1.5", null), COMBINED))
        .hasMessage("simhash.max.distance is 1.5, must be a whole number from 0 to 16");
    assertThatThrownBy(() -> texts(grid("sketch", null, "0"), COMBINED))
        .hasMessage("sketch.min.similarity is 0.0, must be a number from 0.01 to 1.0");
    assertThatThrownBy(() -> texts(grid("combined", "0..16", "0.01..0.99:0.01"), COMBINED))
        .hasMessage("the lists and ranges make 1683 settings; the maximum is 64");
  }

  @Test
  void shouldNameTheSettingsThatGiveIt() {
    assertThat(new SweptSetting(COMBINED, true).settings())
        .containsOnly(
            Map.entry("detector", "combined"),
            Map.entry("simhash.max.distance", "3"),
            Map.entry("sketch.min.similarity", "0.65"),
            Map.entry("combined.min.similarity", "0.5"),
            Map.entry("near.names", "ignore"));
    assertThat(new SweptSetting(NAMED, true).settings())
        .containsEntry("near.names", "compare")
        .containsEntry("near.alike.min.similarity", "0.85");
  }

  @Test
  void shouldTryTheNearestOfTheUsualOnesOnALongLog() {
    assertThat(few(DetectorSettings.DEFAULT))
        .extracting(SweptSetting::text)
        .containsExactlyInAnyOrder(
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5",
            "combined ≥ 0.6, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.7, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85");
    assertThat(few(DetectorSettings.simhash(3)).get(0).inForce()).isTrue();
    assertThat(SettingsGrid.ALL_USUAL.settings(DetectorSettings.DEFAULT, true))
        .isEqualTo(SettingsGrid.USUAL.settings(DetectorSettings.DEFAULT, true));
  }

  private static List<SweptSetting> few(DetectorSettings inForce) {
    return SettingsGrid.few(SettingsGrid.USUAL.settings(inForce, true));
  }

  @Test
  void shouldTryAllUsualOnesAtOnce() {
    assertThat(SettingsGrid.USUAL.settings(DetectorSettings.DEFAULT, true))
        .hasSizeLessThanOrEqualTo(SettingsGrid.MOST);
  }

  @Test
  void shouldHoldTheUsualOnesOfAMillionPagesInThreeGigabytes(@TempDir Path dir) {
    List<SweptSetting> usual = SettingsGrid.USUAL.settings(DetectorSettings.DEFAULT, true);
    List<LaneRange> million = List.of(new LaneRange(0, 0, 1_000_000));
    try (ReplayRoom room = new ReplayRoom(dir, 3L << 30)) {
      assertThat(room.holds(usual, million)).isTrue();
      assertThat(room.holds(usual, List.of(new LaneRange(0, 0, 10_000_000)))).isFalse();
    }
    try (ReplayRoom room = new ReplayRoom(dir, 64L << 20)) {
      assertThat(room.holds(usual, million)).isFalse();
    }
  }
}
