package dev.crawlsieve.watch.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/**
 * Checks the page's files: crawled content never becomes markup, and nothing is loaded from
 * elsewhere.
 */
final class PageFilesTest {

  private static final List<String> SCRIPTS = List.of("page.js", "pages.js", "red.js", "text.js");

  @Test
  void shouldNeverMakeMarkupOfText() throws IOException {
    assertThat(file("text.js")).contains("textContent");
    assertThat(scripts())
        .doesNotContainPattern(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|Function\\(|srcdoc"
                + "|\\.href|\\.src|DOMParser");
  }

  @Test
  void shouldNeedNothingFromElsewhere() throws IOException {
    for (String text : List.of(file("index.html"), file("style.css"), scripts())) {
      assertThat(text).doesNotContain("http:", "https:", "@import");
    }
  }

  @Test
  void shouldKeepToItsOwnPolicy() throws IOException {
    Document page = Jsoup.parse(file("index.html"));
    assertThat(page.select("[style], style, script:not([src])")).isEmpty();
    assertThat(page.getAllElements())
        .noneMatch(
            element ->
                element.attributes().asList().stream()
                    .anyMatch(attribute -> attribute.getKey().startsWith("on")));
    assertThat(page.select("label[for]").eachAttr("for"))
        .allSatisfy(id -> assertThat(page.getElementById(id)).isNotNull());
  }

  @Test
  void shouldHaveEveryElementThatTheScriptFills() throws IOException {
    Document page = Jsoup.parse(file("index.html"));
    List<String> ids =
        Pattern.compile("(?:byId|fill|table|say|renew|answering)\\('([a-z-]+)'[,)]")
            .matcher(scripts())
            .results()
            .map((MatchResult match) -> match.group(1))
            .toList();
    assertThat(ids).hasSizeGreaterThan(10);
    assertThat(ids).allSatisfy(id -> assertThat(page.getElementById(id)).as(id).isNotNull());
  }

  @Test
  void shouldServeEveryScriptThatIsImported() throws IOException {
    Routes routes = new FakeInstance().routes();
    List<String> imported =
        Pattern.compile("from '\\./([a-z]+\\.js)'")
            .matcher(scripts())
            .results()
            .map((MatchResult match) -> match.group(1))
            .distinct()
            .toList();
    assertThat(imported).hasSize(SCRIPTS.size() - 1);
    assertThat(SCRIPTS)
        .containsAll(imported)
        .allSatisfy(name -> assertThat(routes.methods("/" + name)).containsExactly("GET"));
  }

  private static String scripts() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String name : SCRIPTS) {
      all.append(file(name));
    }
    return all.toString();
  }

  private static String file(String name) throws IOException {
    try (InputStream in = PageFilesTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
