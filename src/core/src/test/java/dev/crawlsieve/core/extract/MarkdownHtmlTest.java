package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.html.Work;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Markup;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import java.util.List;
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
  @ValueSource(
      strings = {
        "---\n\nWords\n\n---\n\nOther",
        "---\n\n# Note: words\n\nOn these words: some\n\n---\n\nOther",
        "---\n[words](a)\n---\nOther"
      })
  void shouldKeepWhatStandsBetweenRules(String markdown) throws BadPageException {
    assertThat(text(markdown).text()).containsIgnoringCase("words");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "---\n---\nText",
        "---\n\n# words\nlayout: words\n\n\"b c\":\n  - words\n---\nText",
        "---\r\n'words':\r\n- words\r\n...\r\nText",
        "+++\n[words]\nwords.b-c = 1\n+++\nText"
      })
  void shouldLeaveOutFrontMatter(String markdown) throws BadPageException {
    assertThat(text(markdown).text()).isEqualTo("Text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"## First\n\n### Other", "First\n---\n\nOther\n---", "a\n\n# First #"})
  void shouldTakeTheFirstHeadingIfNoneIsAtTheTop(String markdown) throws BadPageException {
    assertThat(text(markdown).heading()).isEqualTo("First");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "a [b](http://x.example/y_(z) \"t)\") c → <p>a <a href=\"#\">b</a> c</p>",
        "a ![b [c](d)](e.png) f → <p>a  f</p>",
        "[a] [b] [c]\\n\\n[a]: http://x.example/ → <p><a href=\"#\">a</a> [b] [c]</p>",
        "<https://x.example/?a&b> a < b <b>c</b> → <p><a href=\"#\">https://x.example/?a&amp;b</a> a &lt; b <b>c</b></p>",
        "``a ` <T>`` \\<T> `b → <p><code>a ` &lt;T&gt;</code> &lt;T&gt; `b</p>",
        "[a [b](c) d](e) → <p>[a <a href=\"#\">b</a> d](e)</p>",
        "[![a](b)](c) d → <p><a href=\"#\"></a> d</p>",
        "*a* __b__ ~~c~~ → <p><em>a</em> <strong>b</strong> <del>c</del></p>",
        "> * a → <blockquote> <ul> <li>a</li> </ul> </blockquote>",
        "| a | b \\| c |\\n|---|:-:|\\n| d → <table> <thead> <tr> <th>a</th> <th>b | c</th> </tr> </thead> <tbody> <tr> <td>d</td> <td></td> </tr> </tbody> </table>",
        "[a]: http://x.example/ → ''",
        "# A `<b>` # → <h1>A <code>&lt;b&gt;</code></h1>"
      })
  void shouldWriteHtml(String markdown, String expected) {
    String html = html(markdown.replace("\\n", "\n")).replaceAll("\\s*\n", " ").strip();
    assertThat(html).isEqualTo(expected);
  }

  @Test
  void shouldKeepCodeAsItIs() {
    assertThat(html("```html\n# <b>[a](b)\n~~~\n```\n# C"))
        .contains("<pre><code># &lt;b&gt;[a](b)\n~~~\n</code></pre>")
        .contains("<h1>C</h1>")
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
        "\r",
        "*a ",
        "~a",
        "[a]:",
        "|-",
        "a|b\n-|-\n",
        "&",
        "<a b='",
        "<!A",
        "<?",
        "[a]: b (",
        "[a]\n",
        "<a@b",
        "**a",
        "é*",
        "\t",
        "    a\n",
        "[^a]",
        "***",
        "_*"
      })
  void shouldTakeTimeInProportion(String part) {
    // A quadratic search would take minutes.
    String hostile = part.repeat(150_000 / part.length());
    String closed = hostile + "\n" + ")]\"'`>|*_~".repeat(15_000);
    for (String text :
        List.of(hostile, "x " + closed, "> " + closed, "|" + hostile + "|\n|---|\n")) {
      assertThatCode(() -> assertThat(html(text)).hasSizeLessThan(20 * text.length()))
          .satisfiesAnyOf(
              failure -> assertThat(failure).isNull(),
              failure -> assertThat(failure).isInstanceOf(Work.ExceededException.class));
    }
  }

  @Test
  void shouldReadALongParagraph() throws BadPageException {
    String words = "*abc* [defg](h) ".repeat(1_000);
    assertThat(text(words).text().replaceAll("\\s+", " ").strip())
        .isEqualTo("abc defg ".repeat(1_000).strip());
    String sentence = "字".repeat(10_000);
    assertThat(text(sentence).text().strip()).isEqualTo(sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"- - - - - - - - a\n", "*a*", "|\n", "a\n"})
  void shouldCountElements(String part) {
    String table = "|" + "a|".repeat(1_000) + "\n|" + "-|".repeat(1_000) + "\n";
    assertThatThrownBy(() -> html(table + part.repeat(5_000_000 / part.length())))
        .isInstanceOf(Work.ExceededException.class);
  }

  private static String html(String markdown) {
    byte[] utf8 = markdown.getBytes(UTF_8);
    return MarkdownHtml.of(Markup.of(utf8, 0, UTF_8), new Work(utf8.length)).text();
  }

  private static PageText text(String markdown) throws BadPageException {
    Page page = Page.of("https://a.example/", "text/markdown", "", Body.of(markdown));
    return new TextExtractor(TextSettings.MAIN).extract(page);
  }
}
