package dev.crawlsieve.stream.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.config.ShingleSettings;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SettingsRecordTest {

  private static final byte[] STORED = record(Map.of()).encode();

  @Test
  void shouldAcceptTheSameSettingsAndThoseThatDecideNothing() {
    assertThatCode(() -> record(Map.of()).check(STORED)).doesNotThrowAnyException();
    assertThatCode(() -> record(Map.of("index.memory.bytes", "100000")).check(STORED))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldGoOnWithALimitThatIsRaisedAndNotWithOneThatIsLowered() {
    byte[] stored = record(Map.of("page.max.bytes", "20000")).encode();
    assertThatCode(() -> record(Map.of("page.max.bytes", "30000")).check(stored))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> record(Map.of("page.max.bytes", "10000")).check(stored))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("page.max.bytes was 20000, now 10000");
  }

  @Test
  void shouldNameWhatChangedAndTheWayOut() {
    assertThatThrownBy(
            () -> record(Map.of("simhash.max.distance", "5", "text", "visible")).check(STORED))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("simhash.max.distance was 3, now 5")
        .hasMessageContaining("text was main, now visible")
        .hasMessageContaining("topic.prefix");
    byte[] expiring = record(Map.of("index.retention", "30d")).encode();
    assertThatThrownBy(() -> record(Map.of("index.retention", "90m")).check(expiring))
        .hasMessageContaining("index.retention was 30d, now 90m");
  }

  @Test
  void shouldHoldToTheOverrides(@TempDir Path folder) throws IOException {
    String two = "{\"separate\":{\"hosts\":[\"a.example\",\"b.example\"]}}";
    Path separate = Files.writeString(folder.resolve("a"), two);
    Path others = Files.writeString(folder.resolve("b"), two.replace("b.", "c."));
    Path keep = Files.writeString(folder.resolve("c"), "{\"keep\":{\"host\":\"a.example\"}}");
    Path both = Files.writeString(folder.resolve("d"), Files.readString(keep) + "\n" + two);
    byte[] stored = record(Map.of("overrides.file", separate.toString())).encode();
    assertThatCode(() -> record(Map.of("overrides.file", both.toString())).check(stored))
        .as("what is kept and dropped is in the log, and may change")
        .doesNotThrowAnyException();
    assertThatCode(() -> record(Map.of("overrides.file", keep.toString())).check(STORED))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> record(Map.of("overrides.file", others.toString())).check(stored))
        .isInstanceOf(SettingsException.class)
        .hasMessageMatching(
            ".*overrides.file was sha256:\\w+ \\(its lines of separate and thresholds\\), now"
                + " sha256:\\w+ \\(its lines of separate and thresholds\\)\\. Change.*");
    for (Map<String, String> without :
        List.of(Map.<String, String>of(), Map.of("overrides.file", keep.toString()))) {
      assertThatThrownBy(() -> record(without).check(stored))
          .isInstanceOf(SettingsException.class)
          .hasMessageMatching(
              ".*overrides.file was sha256:\\w+ \\(its lines of separate and thresholds\\), now"
                  + " without lines of separate and thresholds.*");
    }
    assertThatThrownBy(() -> record(Map.of("overrides.file", separate.toString())).check(STORED))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "overrides.file was without lines of separate and thresholds, now sha256:");
  }

  @Test
  void shouldHoldToTheTopicsOfOthersThatAreRead() {
    Map<String, String> sources = Map.of("topic.prefix", "b", "pages.topic", "pages");
    assertThat(SettingsRecord.decode(record(sources).encode()))
        .containsEntry("pages.topic", "pages");
    assertThat(SettingsRecord.decode(STORED)).doesNotContainKey("pages.topic");
    assertThatThrownBy(() -> record(sources).check(STORED))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("pages.topic was not set, now pages");
  }

  @Test
  void shouldRefuseAnIndexOfAnEarlierVersionAndSayWhatToDo() {
    String then = new String(STORED, UTF_8);
    byte[] earlier = then.substring(then.indexOf('\n') + 1).getBytes(UTF_8);
    assertThat(SettingsRecord.decode(earlier)).isEqualTo(SettingsRecord.decode(STORED));
    assertThatThrownBy(() -> record(Map.of()).check(earlier))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("version 1")
        .hasMessageContaining("replay --into PREFIX");
    byte[] later = then.replace("#leaders=" + ComparedPage.VERSION, "#leaders=9").getBytes(UTF_8);
    assertThatThrownBy(() -> record(Map.of()).check(later))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("version 9");
  }

  @Test
  void shouldRefuseAnIndexMadeWithASettingThatHasGone() {
    byte[] stored = (new String(STORED, UTF_8) + "sketch.recall=0.9\n").getBytes(UTF_8);
    assertThatThrownBy(() -> record(Map.of()).check(stored))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("does not have {sketch.recall=0.9}")
        .hasMessageContaining("topic.prefix");
  }

  @Test
  void shouldGoOnWithARecordOfWhatCouldBeChosenOnlyIfItIsWhatThereIs() {
    String then = new String(STORED, UTF_8);
    assertThat(then).contains("\nshingle.width=3\n", "\nshingle.weight=tf\n");
    assertThat(SettingsRecord.decode(STORED))
        .containsKey("text")
        .doesNotContainKey("shingle.width");
    ShingleSettings.RECORDED.forEach(
        (name, value) -> {
          byte[] other = then.replace(name + "=" + value, name + "=5").getBytes(UTF_8);
          assertThatThrownBy(() -> record(Map.of()).check(other))
              .isInstanceOf(SettingsException.class)
              .hasMessageContaining("does not have {" + name + "=5}")
              .hasMessageContaining("topic.prefix");
        });
    byte[] superShingles =
        then.replace("detector=combined", "detector=supershingle\nsupershingle.min.agreeing=2")
            .getBytes(UTF_8);
    assertThatThrownBy(() -> record(Map.of()).check(superShingles))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("does not have {supershingle.min.agreeing=2}");
  }

  private static SettingsRecord record(Map<String, String> settings) {
    return new SettingsRecord(SieveConfig.of(settings));
  }
}
