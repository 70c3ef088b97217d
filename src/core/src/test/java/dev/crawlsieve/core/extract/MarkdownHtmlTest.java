package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Markup;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownHtmlTest {

  @Test
  void shouldNameThePage() throws BadPageException {
    PageText text =
        text("---\ntitle: \"On *names*\"\ntags: [a]\n---\nIntro\n\n# First\n\n# Second");
    assertThat(text.title()).isEqualTo("On *names*");
    assertThat(text.heading()).isEqualTo("First");
    assertThat(text.text()).doesNotContain("tags");
  }

  @ParameterizedTest
  @ValueSource(strings = {"## First\n\n### Other", "First\n---\n\nOther\n---", "a\n\n# First #"})
  void shouldTakeTheFirstHeadingIfNoneIsAtTheTop(String markdown) throws BadPageException {
    assertThat(text(markdown).heading()).isEqualTo("First");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "a [b](http://x.example/y_(z) \"t)\") c ~ a <a href=#>b</a> c",
        "a ![b [c](d)](e.png) f ~ a  f",
        "[a][b] [c] d[0] ~ <a href=#>a</a> [c] d[0]",
        "<https://x.example/?a&b> a < b <b>c</b> ~ https://x.example/?a&amp;b a &lt; b <b>c</b>",
        "``a ` <T>`` \\<T> `b ~ a ` &lt;T> &lt;T> b",
        "[a [b](c) d](e) ~ [a <a href=#>b</a> d](e)",
        "[![a](b)](c) d ~ <a href=#></a> d",
        "> * a ~ <li>a",
        "| a | b \\| c | ~ <table><tr><td> a <td> b | c <td>",
        "[a]: http://x.example/ ~ ''",
        "# A `<b>` # ~ <h1> A &lt;b> </h1>"
      })
  void shouldWriteHtml(String markdown, String expected) {
    String html = html(markdown).replaceAll("\n<p>|\n|</table>", "").strip();
    assertThat(html).isEqualTo(expected);
  }

  @Test
  void shouldKeepCodeAsItIs() {
    assertThat(html("```html\n# <b>[a](b)\n~~~\n```\n# C"))
        .contains("<pre># &lt;b>[a](b)\n~~~\n</pre>")
        .contains("<h1> C</h1>")
        .doesNotContain("html");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[",
        "]",
        "![",
        "[a](",
        "](",
        "](\"",
        "[a]( \"",
        "[a][",
        "`",
        "``a`",
        "<",
        "<!--",
        "<a ",
        "> ",
        "* ",
        "- a\n",
        "a\n---\n",
        "|",
        "| a\n",
        "#",
        "\\",
        "[a](b)",
        "![a](b",
        "[a]: b\n",
        "```\n",
        "- - ",
        "((((",
        "[a](((",
        "*a_",
        "---\n",
        "1. ",
        "\r"
      })
  void shouldTakeTimeInProportion(String part) {
    // A quadratic search would take minutes.
    String hostile = part.repeat(300_000 / part.length());
    assertThat(html(hostile + "\n\n" + hostile + ")]\"'`>".repeat(100_000)))
        .hasSizeLessThan(20 * 1_300_000);
  }

  @Test
  void shouldSearchTheEndOfATagOnce() {
    // A search for each of them would take minutes.
    assertThat(html("<".repeat(4_000_000) + ">").trim())
        .hasSize(4 * 4_000_000 + ">\n\n<p>".length());
  }

  private static String html(String markdown) {
    return MarkdownHtml.of(Markup.of(markdown.getBytes(UTF_8), 0, UTF_8)).text();
  }

  private static PageText text(String markdown) throws BadPageException {
    Page page = Page.of("https://a.example/", "text/markdown", "", Body.of(markdown));
    return new TextExtractor(TextSettings.MAIN).extract(page);
  }
}
