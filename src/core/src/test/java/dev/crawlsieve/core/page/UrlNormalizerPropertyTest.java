package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.PageReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class UrlNormalizerPropertyTest {

  private static final PageSettings SETTINGS =
      new PageSettings(PageSettings.Format.RAW, 1 << 20, Set.of("utm_*", "jsessionid"));

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
            "%2",
            "%65",
            "%31",
            "?",
            "&",
            "=",
            "#",
            "#!/",
            "#a=",
            ":~:",
            ":%7e:",
            "%3A",
            ";",
            ";jsessionid=1",
            ";%75tm_x=1",
            "%3Butm_x=1",
            "%5f",
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
            "ß",
            "\u200d",
            "。",
            "0x",
            "09",
            ".1",
            "%E2%98%95",
            "xn--",
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
            "http://h.example/",
            "https://www.h.example:443/",
            "http://www.www.www.h.example/",
            "http://www.www.",
            "HTTP://H",
            "http://[::1]",
            "http://1.2.3.",
            "https:/\\u@h.example",
            "http:",
            "http://h.example/#!",
            "http://h.example/#b=1");
    return Combinators.combine(start, tail).as(String::concat);
  }

  @Property
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

  @Property
  void shouldLeaveANormalFormAsItIs(@ForAll("urls") String url) throws Exception {
    String normal;
    try {
      normal = normalizer.normalize(url);
    } catch (BadPageException e) {
      return;
    }
    assertThat(normalizer.normalize(normal)).isEqualTo(normal);
    assertThat(normal).matches("https://[^/?# ]+/[^ #]*(#[^ #]+)?").isEqualTo(normal.strip());
    assertThat(UrlNormalizer.host(normal)).isNotEmpty().doesNotContain("/");
    assertThat(UrlNormalizer.domain(normal)).isNotEmpty();
  }

  /** What a server sees is what was asked for, and what it sees as one has one form. */
  @Property
  void shouldKeepTheOctetsOfAPathAndWhatIsNoSequence(
      @ForAll("encoded") String one, @ForAll("encoded") String other) throws Exception {
    String normal = normalizer.normalize("http://h.example/" + one);
    assertThat(octets(normal.substring("https://h.example/".length()))).isEqualTo(octets(one));
    assertThat(normal.equals(normalizer.normalize("http://h.example/" + other)))
        .isEqualTo(octets(one).equals(octets(other)));
  }

  /** Parts of sequences, and what must not become one. */
  @Provide
  Arbitrary<String> encoded() {
    return Arbitraries.of("%", "4", "1", "a", "z", "%34", "%31", "%41", "%61", "%25", "%c3")
        .list()
        .ofMaxSize(5)
        .map(list -> String.join("", list));
  }

  /** The octets of a text, and -1 for each percent sign that begins no sequence. */
  private static List<Integer> octets(String text) {
    List<Integer> octets = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      boolean sequence = text.substring(i).matches("%[0-9A-Fa-f]{2}.*");
      boolean sign = text.charAt(i) == '%';
      octets.add(
          sequence
              ? Integer.parseInt(text.substring(i + 1, i + 3), 16)
              : sign ? -1 : text.charAt(i));
      i += sequence ? 2 : 0;
    }
    return octets;
  }

  /** Long ones, of pieces that are percent-encoded to three, six, nine or twelve characters. */
  @Property(tries = 300)
  void shouldRefuseAUrlWhoseNormalFormWouldBeTooLong(
      @ForAll("urls") String url, @ForAll("lengths") int length, @ForAll("fillings") String filling)
      throws Exception {
    String full = url + filling.repeat(1 + Math.max(0, length - url.length()) / filling.length());
    String cut = full.substring(0, Math.min(full.length(), length));
    try {
      String normal = normalizer.normalize(cut);
      assertThat(normal).hasSizeLessThanOrEqualTo(HttpUrl.MAX_CHARS);
      assertThat(normalizer.normalize(normal)).isEqualTo(normal);
    } catch (BadPageException e) {
      assertThat(cut + e.getMessage()).containsAnyOf(" must be ", " has ");
    }
  }

  @Provide
  Arbitrary<Integer> lengths() {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(HttpUrl.MAX_CHARS - 30, HttpUrl.MAX_CHARS + 2),
        Arbitraries.integers().between(1_300, HttpUrl.MAX_CHARS));
  }

  @Provide
  Arbitrary<String> fillings() {
    return Arbitraries.of(
        "a", "/", "|", "ü", "日", "\ud83d\ude00", "%7e", "%", "/a;jsessionid=1", "&é");
  }
}
