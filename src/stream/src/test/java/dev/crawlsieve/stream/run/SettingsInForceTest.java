package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SettingsInForceTest {

  @TempDir Path folder;

  static List<String> recordedOnlyIfSet() {
    return SieveConfig.DECISIVE_IF_SET;
  }

  /** A value that is not the default; a new setting of that kind needs one here. */
  private String other(String setting) throws IOException {
    return switch (setting) {
      case "index.retention" -> "30d";
      case "dedup.revisit" -> "readmit";
      case "page.fields" -> "url=metadata.sourceURL,text=markdown";
      case "accept.bytes" -> "application/pdf,image/*";
      case "fingerprint.seed" -> "a seed that nobody guesses";
      case "overrides.file" ->
          Files.writeString(
                  folder.resolve("overrides"),
                  "{\"separate\":{\"hosts\":[\"a.example\",\"b.example\"]}}")
              .toString();
      default -> throw new AssertionError("no other value of " + setting);
    };
  }

  @ParameterizedTest
  @MethodSource("recordedOnlyIfSet")
  void shouldRefuseWhatIsRecordedOnlyIfSetAndIsNotRecorded(String setting) throws IOException {
    assertThatThrownBy(() -> inForce(Map.of(setting, other(setting)), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            setting.equals("overrides.file")
                ? "overrides.file is without lines of separate and thresholds there, not sha256:"
                : setting + " is at its default there, not ");
  }

  @ParameterizedTest
  @MethodSource("recordedOnlyIfSet")
  void shouldTakeWhatIsRecorded(String setting) throws IOException {
    Map<String, String> set = Map.of(setting, other(setting));
    int hash = SieveConfig.of(set).verdictHash();
    assertThat(inForce(set, set).verdictHash()).isEqualTo(hash);
    assertThat(inForce(Map.of(), set).verdictHash()).isEqualTo(hash);
    assertThat(inForce(set, set).config().verdictHash()).isEqualTo(hash);
  }

  @Test
  void shouldGoOnWithTheDefaultsWhereNothingIsSet() {
    assertThat(inForce(Map.of(), Map.of()).config().decisive())
        .isEqualTo(SieveConfig.of(Map.of()).decisive());
  }

  @Test
  void shouldTakeALimitThatIsRaisedAndRefuseOneThatIsLowered() {
    String limit = "page.max.bytes";
    SettingsInForce raised = inForce(Map.of(limit, "30000"), Map.of(limit, "20000"));
    assertThat(raised.config().page().maxBytes()).isEqualTo(30_000);
    SettingsInForce same = inForce(Map.of(), Map.of(limit, "20000"));
    assertThat(same.config().page().maxBytes()).isEqualTo(20_000);
    int byDefault = SieveConfig.of(Map.of()).verdictHash();
    assertThat(List.of(raised.verdictHash(), raised.config().verdictHash(), same.verdictHash()))
        .containsOnly(byDefault);
    assertThat(raised.config().fingerprintHash())
        .isEqualTo(SieveConfig.of(Map.of()).fingerprintHash());
    assertThatThrownBy(() -> inForce(Map.of(limit, "10000"), Map.of(limit, "20000")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("page.max.bytes is 20000 there, not 10000");
  }

  private static SettingsInForce inForce(Map<String, String> given, Map<String, String> made) {
    return SettingsInForce.of(
        given, SieveConfig.of(given), Optional.of(SieveConfig.of(made).recorded()));
  }
}
