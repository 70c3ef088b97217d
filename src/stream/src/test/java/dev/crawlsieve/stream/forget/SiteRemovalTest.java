package dev.crawlsieve.stream.forget;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be forgotten is refused by name, before anything is sent. */
class SiteRemovalTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "fingerprints.topic=live.fingerprints | gone.example | 'live.fingerprints' belongs to others",
        "partitions=4 | gone.example/a | 'gone.example/a' must be a host"
      })
  void shouldRefuse(String setting, String host, String why) {
    String[] parts = setting.split("=");
    Map<String, String> settings =
        parts[0].startsWith("fingerprints")
            ? Map.of(parts[0], parts[1], "topic.prefix", "next", "pages.topic", "live.pages")
            : Map.of(parts[0], parts[1]);
    assertThatThrownBy(
            () ->
                new SiteRemoval(
                    SieveConfig.of(settings), leaders -> Forgetting.host(host, leaders)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(why);
  }
}
