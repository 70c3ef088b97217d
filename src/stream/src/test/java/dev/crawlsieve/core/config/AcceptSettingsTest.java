package dev.crawlsieve.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AcceptSettingsTest {

  @ParameterizedTest
  @CsvSource({
    "'200,none', 200, true",
    "'200,none', '', true",
    "'200,none', 201, false",
    "2xx, 299, true",
    "2xx, 300, false",
    "2xx, '', false",
    "'203-205,404', 204, true",
    "'203-205,404', 404, true",
    "'203-205,404', 206, false",
    "any, -1, true",
    "any, '', true"
  })
  void shouldTellStatuses(String setting, String status, boolean accepted) {
    assertThat(of("accept.status", setting).acceptsStatus(status)).isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource({
    "text/html, true",
    "text/plain, true",
    "text/x-anything, true",
    "application/xhtml+xml, true",
    "application/xml, false",
    "text/css, false",
    "text/javascript, false",
    "text/javascript1.5, false",
    "application/x-javascript, false",
    "application/ecmascript, false",
    "image/png, false",
    "application/octet-stream, false",
    "'', false"
  })
  void shouldTellTypesByDefault(String type, boolean accepted) {
    AcceptSettings settings = SieveConfig.of(Map.of()).accept();
    assertThat(settings.types().include(type)).isEqualTo(accepted);
  }

  @Test
  void shouldLetWhatIsNotJudgedGoFirst() {
    AcceptSettings settings = of("accept.types", "-*/*+xml,*/*,TEXT/xml");
    assertThat(settings.types().include("image/svg+xml")).isFalse();
    assertThat(settings.types().include("image/png")).isTrue();
    assertThat(settings.types().include("text/xml")).isTrue();
    assertThat(settings.types().include("x/" + "y".repeat(1_000_000))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"20", "2000", "20x", "ok", "-200", "200-", "0xx"})
  void shouldRefuseWhatIsNoStatus(String setting) {
    assertThatThrownBy(() -> of("accept.status", setting))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("accept.status has '" + setting + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"html", "text/", "/html", "text/html; charset=utf-8", "--text/css"})
  void shouldRefuseWhatIsNoType(String setting) {
    assertThatThrownBy(() -> of("accept.types", setting))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("accept.types has '" + setting + "'");
    assertThatThrownBy(() -> of("accept.bytes", setting))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("accept.bytes has '" + setting + "'");
  }

  @Test
  void shouldNeedFingerprintsOfItsOwnWhenItIsChanged() {
    int before = SieveConfig.of(Map.of()).fingerprintHash();
    assertThat(SieveConfig.of(Map.of("accept.status", "none,200")).fingerprintHash())
        .isEqualTo(before);
    assertThat(SieveConfig.of(Map.of("accept.status", "any")).fingerprintHash())
        .isNotEqualTo(before);
    assertThat(SieveConfig.of(Map.of("accept.bytes", "")).fingerprintHash()).isEqualTo(before);
    assertThat(SieveConfig.of(Map.of("accept.bytes", "image/*")).fingerprintHash())
        .isNotEqualTo(before);
    assertThat(SieveConfig.of(Map.of("accept.min.bytes", "1")).fingerprintHash())
        .isNotEqualTo(before);
  }

  private static AcceptSettings of(String name, String value) {
    return SieveConfig.of(Map.of(name, value)).accept();
  }
}
