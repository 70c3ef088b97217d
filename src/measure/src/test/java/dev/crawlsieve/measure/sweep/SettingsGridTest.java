package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsGridTest {

  private static final DetectorSettings COMBINED = DetectorSettings.combined(3, 0.65, 0.5);
  private static final DetectorSettings NAMED = COMBINED.with(NameThresholds.DEFAULT);

  private static List<String> texts(DetectorSettings inForce, Map<String, String> tried) {
    return SettingsGrid.of(tried).settings(inForce, true).stream().map(SweptSetting::text).toList();
  }

  @Test
  void shouldTryTheSettingInForceFirstAndOnce() {
    SettingsGrid grid =
        SettingsGrid.of(Map.of("simhash.max.distance", "3", "sketch.min.similarity", "0.65"));
    assertThat(grid.settings(COMBINED, true)).containsExactly(new SweptSetting(COMBINED, true));
    assertThat(grid.settings(COMBINED, false)).containsExactly(new SweptSetting(COMBINED, false));
    assertThat(SettingsGrid.IN_FORCE.settings(COMBINED, true)).hasSize(1);
  }

  @Test
  void shouldChangeOneThresholdAtATime() {
    assertThat(
            texts(
                NAMED,
                Map.of(
                    "simhash.max.distance", "1..2",
                    "sketch.min.similarity", "0.4,0.7",
                    "near.alike.min.similarity", "0.9")))
        .containsExactly(
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 1 bit and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 2 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.4, or ≤ 3 bits and ≥ 0.4; alike ≥ 0.85",
            "combined ≥ 0.7, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.9");
  }

  @Test
  void shouldTryUsualValuesAndNamesIgnoredWhenNothingIsGiven() {
    assertThat(texts(NAMED, Map.of()))
        .hasSize(11)
        .startsWith(
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85",
            "combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5",
            "combined ≥ 0.5, or ≤ 3 bits and ≥ 0.5; alike ≥ 0.85")
        .doesNotHaveDuplicates();
    assertThat(texts(DetectorSettings.simhash(3), Map.of())).hasSize(8);
    assertThat(texts(DetectorSettings.exact().with(NameThresholds.DEFAULT), Map.of()))
        .containsExactly("exact", "exact, names ignored");
  }

  @Test
  void shouldRefuseWhatDecidesNothing() {
    assertThatThrownBy(
            () -> texts(DetectorSettings.simhash(3), Map.of("sketch.min.similarity", "0.5")))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("sketch.min.similarity decides nothing under");
    assertThatThrownBy(() -> texts(COMBINED, Map.of("near.alike.min.similarity", "0.9")))
        .isInstanceOf(SettingsException.class);
    assertThatThrownBy(() -> texts(COMBINED, Map.of("combined.min.similarity", "0.5,0.9")))
        .hasMessage("combined.min.similarity is 0.9, must be at most 0.65 (sketch.min.similarity)");
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
  void shouldRefuseOtherNames() {
    for (String removed : List.of("detector", "near.names")) {
      assertThatThrownBy(() -> SettingsGrid.of(Map.of(removed, "all")))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("replay --into");
    }
    assertThatThrownBy(() -> SettingsGrid.of(Map.of("lanes", "3")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("[lanes]");
  }

  @Test
  void shouldRefuseMoreSettingsThanOnePassDecides() {
    assertThatThrownBy(() -> texts(COMBINED, Map.of("sketch.min.similarity", "0.5..0.99:0.005")))
        .hasMessage("the lists and ranges make 99 settings; the maximum is 64");
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
}
