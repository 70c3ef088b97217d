package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ValueRangeTest {

  private static List<String> values(String text) {
    return ValueRange.parse("--option", text).stream().map(Object::toString).toList();
  }

  @Test
  void shouldReadValuesListsAndRanges() {
    assertThat(values("3")).containsExactly("3");
    assertThat(values("1,2, 5")).containsExactly("1", "2", "5");
    assertThat(values("0..3")).containsExactly("0", "1", "2", "3");
    assertThat(values("0..7:3")).containsExactly("0", "3", "6");
    assertThat(values("0.5..0.6")).containsExactly("0.5", "0.55", "0.60");
    assertThat(values("0.7..0.9:0.1")).containsExactly("0.7", "0.8", "0.9");
    assertThat(values("4..4")).containsExactly("4");
  }

  @Test
  void shouldGiveEachValueOnce() {
    assertThat(values("0.5,0.50,0.4..0.6:0.1")).containsExactly("0.5", "0.4", "0.6");
  }

  @Test
  void shouldNotLoseTheLastValueToRounding() {
    assertThat(values("0.5..0.95:0.05")).hasSize(10).endsWith("0.95");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7..0|goes backwards: write 0..7",
        "0.9..0.5:0.1|goes backwards: write 0.5..0.9",
        "0..7:0|has the step 0, must be greater than 0",
        "0..7:-1|has the step -1, must be greater than 0",
        "''|has an empty item",
        "1,,2|has an empty item",
        "..7|has an empty item",
        "0..|has an empty item",
        "0..7:|has an empty item",
        "three|has 'three', which is not a number",
        "0..1:0.0001|has more than 1000 values",
      })
  void shouldSayWhatIsWrong(String text, String sentence) {
    assertThatThrownBy(() -> values(text))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("--option '" + text + "' " + sentence)
        .hasMessageEndingWith("write a value, a list 1,2,5 or a range 0..7 or 0.5..0.9:0.1");
  }
}
