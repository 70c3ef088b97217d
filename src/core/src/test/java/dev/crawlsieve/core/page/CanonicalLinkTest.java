package dev.crawlsieve.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.TextExtractor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CanonicalLinkTest {

  private static final String URL = "https://a.example/dir/page?b=1";

  private final CanonicalLink links = new CanonicalLink();
  private final TextExtractor extractor = new TextExtractor(TextSettings.MAIN);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example/dir/page?b=1",
        "HTTPS://A.example:443/dir/page?b=1#part",
        "/dir/page?b=1",
        "page?b=1",
        "//a.example/dir/../dir/page?b=1",
        "./page?b=1",
        "../../../dir/./page?b=1",
        "https:page?b=1",
        "https:/dir/page?b=1",
        "https:\\\\a.example/dir/page?b=1",
        "\\dir\\page?b=1",
        "#part",
        "?b=1"
      })
  void shouldKnowItsOwnUrl(String link) throws BadPageException {
    assertThat(says(link, "")).contains(true);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/dir/page?b=1",
        "https://www.a.example/dir/page?b=1",
        "https://a.example/dir/page",
        "/",
        "?b=2"
      })
  void shouldTellAnotherUrlThoughTheSieveTakesBothForOnePage(String link) throws BadPageException {
    assertThat(says(link, "")).contains(false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<https://b.example/>; rel=\"canonical\" | https://b.example/",
        "</x>; rel=next, </y>;title=\"a, b\"; REL=Canonical | /y",
        "</x>; title=\"rel=canonical\", <y>; rel=\"prev canonical\" | y",
        "</x>; rel=canonicals | ''",
        "</x; rel=canonical | ''",
        "nothing | ''"
      })
  void shouldReadTheHeader(String header, String target) {
    assertThat(CanonicalLink.inHeader(header)).isEqualTo(target);
  }

  @Test
  void shouldTakeTheMarkupBeforeTheHeader() throws BadPageException {
    assertThat(says("/other", "<" + URL + ">; rel=canonical")).contains(false);
    assertThat(says("", "<" + URL + ">; rel=canonical")).contains(true);
    assertThat(says("", "")).isEmpty();
  }

  /** Removing the dots one by one took 23 s for 0.4 MB. */
  @Test
  void shouldRefuseLongLinksUnresolved() throws BadPageException {
    for (String dots : List.of("./", "b/../", "//", "https:")) {
      String link = dots.repeat(8_000_000 / dots.length());
      Page page = page("", "<" + link + ">; rel=canonical");
      PageText text = new PageText("", "", "", PageCharset.NONE, false);
      assertTimeoutPreemptively(
          Duration.ofMinutes(5),
          () ->
              assertThatThrownBy(() -> links.namesItself(page, text.canonical()))
                  .isInstanceOf(BadPageException.class)
                  .hasMessageContaining("must be at most"));
    }
    assertThat(says("./".repeat(8_000) + "page?b=1", "")).contains(true);
  }

  @Test
  void shouldRefuseWhatIsNoUrl() {
    assertThatThrownBy(() -> says("javascript:void(0)", "")).isInstanceOf(BadPageException.class);
    assertThatThrownBy(() -> says("ftp://a.example/", "")).isInstanceOf(BadPageException.class);
  }

  private Optional<Boolean> says(String link, String header) throws BadPageException {
    String markup =
        link.isEmpty() ? "<p>a" : "<head><link rel=canonical href=\"" + link + "\"><p>a";
    Page page = page(markup, header);
    return links.namesItself(page, extractor.extract(page).canonical());
  }

  private static Page page(String html, String link) throws BadPageException {
    HttpUrl url = HttpUrl.parse(URL);
    ContentType type = ContentType.parse("text/html");
    return new Page(url, "", type, type, "", Body.of(html), link, "", false, "", "", false, false);
  }
}
