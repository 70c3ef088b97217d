package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.TextSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.extract.TextExtractor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PageEventPropertyTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PageReader reader =
      PageReader.of(new PageSettings(PageSettings.Format.JSON, 1 << 20, Set.of()));

  private final TextExtractor extractor = new TextExtractor(TextSettings.VISIBLE);

  @Provide
  Arbitrary<String> bodies() {
    // Lone surrogates cannot be encoded in UTF-8.
    return Arbitraries.strings().filter(s -> new String(s.getBytes(UTF_8), UTF_8).equals(s));
  }

  @Property
  void shouldReadBackEveryBody(@ForAll("bodies") String text, @ForAll byte[] bytes)
      throws Exception {
    Map<String, Object> common = Map.of("url", "http://a.example/", "status", 200);

    assertThat(read(common, "html", text).body()).isEqualTo(Body.of(text));
    assertThat(read(common, "text", text).body()).isEqualTo(Body.of(text));
    assertThat(read(common, "bodyBase64", bytes).body()).isEqualTo(new Body(bytes, false));
  }

  private Page read(Map<String, Object> common, String field, Object body) throws Exception {
    Map<String, Object> event = new LinkedHashMap<>(common);
    event.put(field, body);
    return reader.read(null, JSON.writeValueAsBytes(event), name -> null);
  }

  @Property
  void shouldReadOrRefuseAnyBytesAndNeverFailOtherwise(@ForAll byte[] value)
      throws BadPageException {
    try {
      reader.read(null, value, name -> null);
    } catch (BadPageException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Property
  void shouldExtractCollapsedTextFromAnyBytes(@ForAll byte[] body, @ForAll String contentType)
      throws BadPageException {
    for (String type : new String[] {contentType, "text/html", "text/plain"}) {
      PageText text =
          extractor.extract(Page.of("http://a.example/", type, contentType, new Body(body, false)));
      assertThat(text.text()).isEqualTo(text.text().strip()).doesNotContainPattern("\\s\\s");
    }
  }
}
