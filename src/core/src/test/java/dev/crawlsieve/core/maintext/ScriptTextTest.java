package dev.crawlsieve.core.maintext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.work.Allocated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTextTest {

  private static final String LINKED = "<script type='application/ld+json'>";

  private static MainText.Extracted extract(String html) {
    return new MainText(TextSettings.VISIBLE).extract(Outlines.of(html));
  }

  private static String rest(String json) {
    MainText.Extracted page = extract("<p>seen" + LINKED + json + "</script> text");
    assertThat(page.text()).isEqualTo("seen text");
    return page.rest().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        LINKED,
        "<script type=' Application/LD+JSON'>",
        "<script id=__NEXT_DATA__ type=application/json>",
        "<script type=application/json data-sveltekit-fetched>",
      })
  void shouldReadWhatDataSaysBesideTheText(String script) {
    String json = "{\"a\": \"A name\", \"b\": [\"The river rose two metres.\", 1]}";
    MainText.Extracted page = extract("<p>seen" + script + json + "</script> text<p hidden>not");
    assertThat(page.text()).isEqualTo("seen text");
    assertThat(page.rest()).hasToString("not\nThe river rose two metres.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>",
        "<script type=module>",
        "<script type=importmap>",
        "<script id=__NEXT_DATA__>",
        "<template><script type=application/ld+json>",
        "<noscript><script type=application/ld+json>",
      })
  void shouldReadNoOtherScript(String script) {
    MainText.Extracted page =
        extract(script + "\"The river rose two metres.\"</script></noscript>");
    assertThat(page.rest().toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[\"one two three four\"] | ``",
        "[\"one    two    three    four\"] | ``",
        "[\"one two three four five\"] | one two three four five",
        "[\"one two\\nthree\\tfour\\r\\n five\"] | one two three four five",
        "[\"a \\\"b\\\" c \\\\ d\"] | a \"b\" c \\ d",
        "[\"caf\\u00e9 \\ud83d\\ude00 a b c\"] | café \ud83d\ude00 a b c",
        "[\"河水在夜里上涨了\"] | 河水在夜里上涨了",
        "[\"河水\"] | ``",
        "\"one two three four five | one two three four five",
        "\"one two three four \\u00 | one two three four u00",
        "\"one two three four five\\ | one two three four five\\",
        "\" | ``",
        "{\"a\": b c d e f g | ``",
      })
  void shouldReadStringsThatAreProse(String json, String prose) {
    assertThat(rest(json)).isEqualTo(prose);
  }

  @Test
  void shouldTakeWorkThatGrowsWithTheLength() throws Throwable {
    String json = LINKED + "\"a b c d e\",\"".repeat(20_000);
    assertThat(Allocated.bytes(() -> extract(json))).isLessThan(100L * json.length());
  }
}
