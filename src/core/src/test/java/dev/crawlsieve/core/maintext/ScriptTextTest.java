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
    return new MainText(TextSettings.VISIBLE).extract(Outlines.of(html), "");
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
        "[\"<p>one two three four five\"] | <p>one two three four five",
        "[\"a < b two three four\"] | a < b two three four",
        "[\"<a b c d e='f'>one</a>\"] | ``",
        "[\"{\\\"a\\\": \\\"one two three four five\\\"}\"] | one two three four five",
        "\"one two three four five | one two three four five",
        "\"one two three four \\u00 | one two three four u00",
        "\"one two three four five\\ | one two three four five\\",
        "\" | ``",
        "{\"a\": b c d e f g | ``",
      })
  void shouldReadStringsThatAreProse(String json, String prose) {
    assertThat(rest(json)).isEqualTo(prose);
  }

  /** {@code @} stands for prose. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "window.__INITIAL_STATE__={\"a\": [\"@\"]};",
        "window[\"__STATE__\"] = [{\"a\": \"@\"}]",
        "var article = {title: 'A name', text: '@', n: -1.5, on: !0, none: null};",
        "/* <![CDATA[ */\nlet a = 1, b = {\"a\": `@`}\n/* ]]> */",
        "// data\n<!-- more\nself.data.push({\"a\": \"@\"})",
        "(self.x=self.x||[]).push([0]);self.x.push([1, \"a:[\\\"$\\\", {\\\"b\\\":\\\"@\\\"}]\"])",
        "self.x.push([1, \"e end of one\\\",\\\"b\\\":\\\"@\\\"}]\"])",
        "self.x.push([1, \"1:\\\"$S\\\" 2:[\\\"b\\\",\\\"@\\\"]\"])",
        "var s = JSON.parse(\"{\\\"a\\\": \\\"@\\\"}\");",
        "var s = JSON.parse('{\"a\": \"@\"}')",
        "show(\"#post\", {a: \"@\"}, 1)",
        "var a = 1; var b = \"x\"; var c = {a: \"@\"}; function d() {}",
        "window.a = {a: \"@\"}; (function() { run(); }());",
        "{\"*\": {\"a\": \"@\"}}",
        "window.a = {\"a\": \"@",
      })
  void shouldReadWhatScriptsHandOver(String script) {
    String a = "The river rose by two metres, and the mill stood under water until May.";
    MainText.Extracted page = extract("<p>seen<script>" + script.replace("@", a) + "</script>");
    assertThat(page.text()).isEqualTo("seen");
    assertThat(page.rest()).hasToString(a);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "function a() { return {\"a\": \"@\"}; }",
        "(function() { var a = {\"a\": \"@\"}; })()",
        "!function(e){var a={\"a\":\"@\"}}()",
        "window.onload = function() { var a = {\"a\": \"@\"}; };",
        "a => {b = {\"a\": \"@\"}}",
        "if (a) { b = {\"a\": \"@\"} }",
        "var a = {\"a\": \"@\", b: function() {}};",
        "var a = {b() { return \"@\"; }};",
        "try { a = [\"@\"] } catch (e) {}",
        "document.write(\"@\");",
        "var a = \"@\";",
        "<p>{\"a\": \"@\"}</p>",
        "var a = {\"a\": \"The mill stood under water, two metres deep.\"}",
        "var a = {\"a\": \"One two three four five six seven eight nine ten - A name of a site\"}",
        "var a = {\"a\": \"<img src='a b c d' alt='e f g h' id='i j k l m. n'>\"}",
        "/",
        "/* @",
        "'",
        "a = [\"\\",
      })
  void shouldReadNoCode(String script) {
    String a = "The river rose by two metres, and the mill stood under water until May.";
    MainText.Extracted page = extract("<p>seen<script>" + script.replace("@", a) + "</script>");
    assertThat(page.rest().toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div data-page=\"{&quot;a&quot;: {&quot;b&quot;: &quot;@&quot;}}\">",
        "<x-island props='{\"a\":[0,[\"@\"]]}'>",
        "<b data-a='[\"@\"]'>",
      })
  void shouldReadAttributesThatAreData(String tag) {
    String a = "春に、消防団は川岸で植物園を買い取った、というのも市長は旧市街で塩の博物館を見学した。";
    MainText.Extracted page = extract("<p>seen" + tag.replace("@", a));
    assertThat(page.text()).isEqualTo("seen");
    assertThat(page.rest()).hasToString(a);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=", "a={b:'c'};", "a(\"[\",", "// a\n", "a={", "[", "\"[\\\""})
  void shouldTakeWorkThatGrowsWithTheLengthOfScripts(String part) throws Throwable {
    String page = "<script>" + part.repeat(400_000 / part.length()) + "</script>";
    assertThat(Allocated.bytes(() -> extract(page))).isLessThan(100L * page.length());
  }

  @Test
  void shouldTakeWorkThatGrowsWithTheLength() throws Throwable {
    String json = LINKED + "\"a b c d e\",\"".repeat(20_000);
    assertThat(Allocated.bytes(() -> extract(json))).isLessThan(100L * json.length());
  }
}
