package dev.crawlsieve.watch.ask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.engine.BodyFingerprinter;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AskedPagesTest {

  private static final String URL = "https://a.example/page";
  private static final String HTML = "<title>T</title><p>" + "some words of a page ".repeat(20);
  private static final String EVENT = "{\"url\":\"" + URL + "\",\"html\":\"" + HTML + "\"";
  private static final InstantSource NOW = InstantSource.fixed(Instant.ofEpochMilli(1_234));

  private final AskedPages pages = pages(Map.of());

  private static AskedPages pages(Map<String, String> settings) {
    return new AskedPages(SieveConfig.of(settings), NOW);
  }

  private static byte[] stored() throws Exception {
    return new BodyFingerprinter()
        .fingerprint(URL, HTML.getBytes(UTF_8), "text/html; charset=utf-8")
        .at(new Coordinates(3, 7))
        .toBytes();
  }

  private static byte[] json(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void shouldMakeTheSamePageOfAnEventAndOfAFingerprint() throws Exception {
    ComparedPage event = pages.json(json(EVENT + "}"), null).page(Overrides.NONE);
    String base64 = Base64.getEncoder().encodeToString(stored());
    for (AskedPages.Asked asked :
        new AskedPages.Asked[] {
          pages.stored(stored(), null),
          pages.json(json("{\"fingerprint\":\"" + base64 + "\",\"html\":null}"), null)
        }) {
      ComparedPage page = asked.page(Overrides.NONE);
      assertThat(page.sameContent(event)).isTrue();
      assertThat(page.simhash()).isEqualTo(event.simhash());
      assertThat(page.equalMinHashes(event)).isEqualTo(Fingerprint.SKETCH_SIZE);
      assertThat(page.sameScope(event)).isTrue();
      assertThat(page.urlHash()).isEqualTo(event.urlHash());
      assertThat(page.url()).isEqualTo(URL);
      assertThat(page.source()).isEqualTo(Coordinates.NONE);
      assertThat(page.timestamp()).isEqualTo(1_234);
    }
  }

  @Test
  void shouldReadAnEventThatHasAFieldOfThatName() throws Exception {
    assertThat(
            pages
                .json(json(EVENT + ",\"fingerprint\":\"my own\"}"), null)
                .page(Overrides.NONE)
                .url())
        .isEqualTo(URL);
  }

  @Test
  void shouldTakeTheScopeThatIsGivenInPlaceOfAHeader() throws Exception {
    AskedPages scoped = pages(Map.of("dedup.scope", "header:tenant", "lanes", "4"));

    assertThat(scoped.json(json(EVENT + "}"), "one").scope()).isEqualTo(json("one"));
    assertThat(scoped.stored(stored(), "one").scope()).isEqualTo(json("one"));
    assertThatThrownBy(() -> scoped.json(json(EVENT + "}"), null))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("'tenant'");
    AskedPages byHost = pages(Map.of("dedup.scope", "host"));
    assertThat(byHost.stored(stored(), "ignored").scope()).isEqualTo(json("a.example"));
  }

  @Test
  void shouldSayWhatIsWrong() throws Exception {
    refuses("{\"fingerprint\":\"%\"}", "fingerprint is not in base64");
    refuses("{\"fingerprint\":\"\"}", "an empty fingerprint record");
    refuses("{\"fingerprint\":\"BgAA\"}", "cut after 3 bytes");
    refuses("{\"fingerprint\":7}", "url");
    refuses("{\"fingerprint\":\"BgAA\"", "JSON");
    refuses("[]", "object");
    refuses(
        "{\"url\":\"" + URL + "\",\"bodyRef\":{\"uri\":\"file:///a\",\"offset\":0,\"length\":9}}",
        "the event refers to a body, must hold it");
    assertThatThrownBy(() -> pages.json(json(EVENT + ",\"status\":404}"), null))
        .isInstanceOf(UnjudgedPageException.class);
    AskedPages wider = pages(Map.of("text", "visible"));
    assertThatThrownBy(() -> wider.stored(stored(), null))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("made with settings a949d5be");
    assertThat(pages.json(json(EVENT + "}"), null)).isNotNull(); // works on
  }

  private void refuses(String json, String why) {
    assertThatThrownBy(() -> pages.json(json(json), null))
        .as(json)
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining(why);
  }
}
