package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.PageReader;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class UrlNormalizerPropertyTest {

  private static final PageSettings SETTINGS =
      new PageSettings(PageSettings.Format.RAW, 1 << 20, true, true, Set.of("utm_*", "jsessionid"));

  private final UrlNormalizer normalizer = UrlNormalizer.of(SETTINGS);
  private final PageReader reader = PageReader.of(SETTINGS);

  /** Pieces that tend to break URL code, in any order. */
  @Provide
  Arbitrary<String> urls() {
    Arbitrary<String> piece =
        Arbitraries.of(
            "a",
            "B",
            "/",
            "/./",
            "/../",
            "..",
            ".",
            "//",
            "%",
            "%7e",
            "%2F",
            "%zz",
            "%25",
            "?",
            "&",
            "=",
            "#",
            ";",
            ";jsessionid=1",
            "utm_x=1",
            ":",
            "@",
            "[",
            "]",
            "|",
            "\\",
            " ",
            "\t",
            "ü",
            "日",
            "\ud83d\ude00",
            "\ud800",
            "\0",
            "\u200b",
            "+",
            "*",
            "^",
            "`",
            "{",
            "<",
            "\"",
            "'");
    Arbitrary<String> tail =
        Arbitraries.oneOf(piece, Arbitraries.strings().ofMaxLength(3))
            .list()
            .ofMaxSize(12)
            .map(list -> String.join("", list));
    Arbitrary<String> start =
        Arbitraries.of(
            "http://h.example/", "https://www.h.example:443/", "HTTP://H", "http://[::1]", "http:");
    return Combinators.combine(start, tail).as(String::concat);
  }

  @Property(tries = 3000)
  void shouldNormalizeEveryUrlThatThePageReaderLetsThroughAndNoOther(@ForAll("urls") String any)
      throws Exception {
    // A key is UTF-8, which has no lone surrogates.
    String url = new String(any.getBytes(UTF_8), UTF_8);
    String normal;
    try {
      normal = normalizer.normalize(url);
    } catch (BadPageException e) {
      normal = null;
    }
    boolean read;
    try {
      read = reader.read(url.getBytes(UTF_8), new byte[1], name -> null) != null;
    } catch (BadPageException e) {
      read = false;
    }
    assertThat(normal != null).as("normalised %s", url).isEqualTo(read);
  }

  @Property(tries = 3000)
  void shouldLeaveANormalFormAsItIs(@ForAll("urls") String url) throws Exception {
    String normal;
    try {
      normal = normalizer.normalize(url);
    } catch (BadPageException e) {
      return;
    }
    assertThat(normalizer.normalize(normal)).isEqualTo(normal);
    assertThat(normal).matches("https://[^/?# ]+/[^ #]*").isEqualTo(normal.strip());
    assertThat(normalizer.host(normal)).isNotEmpty().doesNotContain("/");
    assertThat(normalizer.domain(normal)).isNotEmpty();
  }
}
