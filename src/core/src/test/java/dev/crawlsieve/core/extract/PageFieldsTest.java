package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What events of other programs hold under names of their own. */
class PageFieldsTest {

  private static final String FIRECRAWL =
      """
      {"markdown": "# Docs\\n\\nText", "metadata": {"title": "Docs | Site", "statusCode": 200,
       "ogLocaleAlternate": [], "sourceURL": "https://docs.example/"}}\
      """;

  private static final String CRAWL4AI =
      """
      {"url": "https://a.example/", "markdown": {"raw_markdown": "# A", "fit_markdown": ""},
       "status_code": 404, "metadata": {"title": null}}\
      """;

  private static final String APIFY =
      """
      {"url": "https://a.example/x", "crawl": {"httpStatusCode": 200}, "text": "A",
       "metadata": {"title": "T", "canonicalUrl": "https://a.example/y"}, "markdown": "# A"}\
      """;

  @Test
  void shouldReadTypedValuesOfMongoexportUnderOtherNames() throws Exception {
    String event =
        """
        {"_id": {"$oid": "6b0d9963658d8f58"}, "html": "<p>A", "got": {"status": {"$numberInt": "404"},
         "at": {"$date": {"$numberLong": "1700000000000"}}}}\
        """;
    for (String time : List.of("got.at", "got.at.$date.$numberLong")) {
      Page page = read("id=_id,status=got.status,fetchTime=" + time, event);
      assertThat(page.url().toString()).isEqualTo("http://localhost/6b0d9963658d8f58");
      assertThat(page.status()).isEqualTo("404");
      assertThat(page.fetchTime()).isEqualTo("2023-11-14T22:13:20Z");
    }
  }

  @Test
  void shouldKnowFirecrawl() throws BadPageException {
    Page page = read("", FIRECRAWL);
    assertThat(page.url()).isEqualTo("https://docs.example/");
    assertThat(page.body()).isEqualTo(Body.of("# Docs\n\nText"));
    assertThat(page.type().isMarkdown()).isTrue();
    assertThat(page.title()).isEqualTo("Docs | Site");
    assertThat(page.status()).isEqualTo("200");
  }

  @Test
  void shouldKnowCrawl4ai() throws BadPageException {
    Page page = read("", CRAWL4AI);
    assertThat(page.body()).isEqualTo(Body.of("# A"));
    assertThat(page.status()).isEqualTo("404");
  }

  @Test
  void shouldReadWhatIsAnEventAsItIs() throws BadPageException {
    Page own = read("", APIFY);
    assertThat(own.body()).isEqualTo(Body.of("A"));
    assertThat(own.type().isMarkdown()).isFalse();
    assertThat(own.title() + own.status() + own.canonical()).isEmpty();
    Page html = read("", "{\"url\":\"https://a.example/\",\"html\":\"<p>A\",\"status_code\":404}");
    assertThat(html.status()).isEmpty();
    Page failed = read("", "{\"url\":\"https://a.example/\",\"status\":404,\"markdown\":\"A\"}");
    assertThat(failed.body()).isEqualTo(Body.of(""));
  }

  @Test
  void shouldReadKnownFieldsFirstIfAsked() throws BadPageException {
    Page page = read("known", APIFY);
    assertThat(page.body()).isEqualTo(Body.of("# A"));
    assertThat(page.title()).isEqualTo("T");
    assertThat(page.status()).isEqualTo("200");
    assertThat(page.canonical()).isEqualTo("https://a.example/y");
  }

  @Test
  void shouldReadNamedFields() throws BadPageException {
    Page page =
        read(
            "url=meta.where,text=content,title=meta.name",
            "{\"html\":\"no\",\"content\":\"A\",\"meta\":{\"where\":\"http://a.example/\","
                + "\"name\":\"T\"},\"status\":200}");
    assertThat(page.url()).isEqualTo("http://a.example/");
    assertThat(page.body()).isEqualTo(Body.of("A"));
    assertThat(page.title()).isEqualTo("T");
    assertThat(page.status()).isEqualTo("200");
  }

  @Test
  void shouldMakeAddressOfId() throws BadPageException {
    assertThat(read("", "{\"id\":\"a b/7\",\"text\":\"A\"}").url())
        .isEqualTo("http://localhost/a%20b%2F7");
    assertThat(read("id=n,text=t", "{\"n\":7,\"t\":\"A\"}").url()).isEqualTo("http://localhost/7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"url\":\"http://a.example/\",\"text\":\"not asked for\"}",
        "{\"url\":\"http://a.example/\",\"content\":{\"text\":\"A\"}}",
        "{\"url\":\"http://a.example/\",\"content\":null}",
        "{\"url\":\"http://a.example/\",\"content\":7}"
      })
  void shouldSayThatTheNamedBodyIsMissing(String event) {
    assertThatThrownBy(() -> read("text=content", event))
        .isInstanceOf(BadPageException.class)
        .hasMessageStartingWith(
            "the event has no body, must have it where page.fields says; it has ");
  }

  @ParameterizedTest
  @CsvSource({
    "text, must be like",
    "text=, must be like",
    "text=a..b, must be like",
    "body=a, must be one of url",
    "known;text=a, must be like"
  })
  void shouldRefuseOtherSettings(String setting, String message) {
    assertThatThrownBy(() -> PageFields.of(setting.replace(';', ',')))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(message);
  }

  private static Page read(String fields, String event) throws BadPageException {
    PageSettings settings =
        new PageSettings(PageSettings.Format.JSON, 1 << 20, Set.of(), PageFields.of(fields), null);
    return PageReader.of(settings).read(null, event.getBytes(UTF_8), name -> null);
  }
}
