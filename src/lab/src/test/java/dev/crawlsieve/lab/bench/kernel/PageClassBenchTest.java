package dev.crawlsieve.lab.bench.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.lab.bench.result.PageClasses;
import dev.crawlsieve.lab.bench.result.PageClasses.Cost;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageClassBenchTest {

  private static final SieveConfig CONFIG = SieveConfig.of(Map.of());
  private static final String ENGLISH = "The quick brown fox jumps over the lazy dog. ".repeat(20);
  private static final String GERMAN =
      "Der schnelle Fuchs springt über den müden Hund. ".repeat(20);
  private static final String RUSSIAN = "Быстрая лиса прыгает через ленивую собаку. ".repeat(20);
  private static final String JAPANESE = "すばやい狐が怠け者の犬を飛び越える。".repeat(20);

  private final PageClassBench bench = new PageClassBench(CONFIG.fingerprinting());

  private boolean add(String type, String html, byte[] body) throws BadPageException {
    var event =
        JsonNodeFactory.instance
            .objectNode()
            .put("url", "https://example.org/")
            .put("contentType", type);
    if (body == null) {
      event.put("html", html);
    } else {
      event.put("bodyBase64", body);
    }
    InputPage input = new InputPage(null, event.toString().getBytes(UTF_8), "a line", null);
    return bench.add(input, new PageFeatureReader(CONFIG).page(input));
  }

  private static String html(String text) {
    return "<html><body><p>" + text + "</p></body></html>";
  }

  private void addPages() throws BadPageException {
    add("text/html", html(ENGLISH), null);
    add("text/html; charset=utf-8", "", html(GERMAN).getBytes(UTF_8));
    add("text/html", "", html(JAPANESE).getBytes(UTF_8));
    add("text/html", "", html(RUSSIAN).getBytes(Charset.forName("windows-1251")));
    add("text/html", "<table><tr>Before it<td>" + ENGLISH + "</td></tr></table>", null);
  }

  @Test
  void shouldAddUpByClass() throws BadPageException {
    addPages();
    for (String text :
        List.of(
            "\u0635\u0641\u062d\u0629 \u0623\u062e\u0631\u0649",
            "\u05d3\u05e3 \u05d0\u05d7\u05e8",
            "\u0926\u0942\u0938\u0930\u093e \u092a\u0943\u0937\u094d\u0920",
            "\u0e2d\u0e35\u0e01\u0e2b\u0e19\u0e49\u0e32\u0e2b\u0e19\u0e36\u0e48\u0e07",
            "\ub2e4\ub978 \ud398\uc774\uc9c0",
            "\u10e1\u10ee\u10d5\u10d0 \u10d2\u10d5\u10d4\u10e0\u10d3\u10d8")) {
      add("text/html", html(text), null);
    }
    PageClasses result = bench.run(0, () -> {});
    assertThat(result.rounds()).isEqualTo(1);
    assertThat(result.all().pages()).isEqualTo(11);
    assertThat(result.classes())
        .extracting(cost -> cost.property() + "; " + cost.name() + "; " + cost.pages())
        .containsExactlyInAnyOrder(
            "character set; declared; 1",
            "character set; undeclared, is UTF-8; 1",
            "character set; undeclared, another; 1",
            "character set; none: came as characters; 8",
            "body; base64; 3",
            "body; JSON string; 8",
            "body; base64; 8",
            "body; JSON string; 3",
            "text; ASCII; 2",
            "text; Latin; 1",
            "text; Cyrillic; 1",
            "text; Japanese; 1",
            "text; Arabic; 1",
            "text; Hebrew; 1",
            "text; Devanagari; 1",
            "text; Thai; 1",
            "text; Korean; 1",
            "text; other; 1");
    for (String property : List.of("character set", "body", "text")) {
      List<Cost> classes =
          result.classes().stream()
              .filter(cost -> cost.property().equals(property) && cost.asCame())
              .toList();
      assertThat(classes.stream().mapToLong(Cost::nanos).sum()).isEqualTo(result.all().nanos());
      assertThat(classes.stream().mapToLong(Cost::bytes).sum()).isEqualTo(result.all().bytes());
      assertThat(classes.stream().mapToDouble(result::cpuShare).sum()).isCloseTo(1, within(1e-9));
      assertThat(classes.stream().mapToDouble(result::pageShare).sum()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void shouldLeaveOutWhatFitsIntoARecordInOneFormOnly() throws BadPageException {
    String large = html("a".repeat(CONFIG.page().maxBytes() * 4 / 5));
    assertThat(add("text/html", large, null)).isFalse();
    addPages();
    assertThat(bench.run(0, () -> {}).all().pages()).isEqualTo(5);
  }

  @Test
  void shouldTellSharesAndSpeed() {
    Cost all = new Cost("", "all pages", true, 4, 1_000_000, 40_000_000, 10_000_000, 25_000_000);
    Cost one = new Cost("text", "ASCII", true, 1, 300_000, 10_000_000, 4_000_000, 8_000_000);
    PageClasses result = new PageClasses(2, all, List.of(one));
    assertThat(result.pageShare(one)).isEqualTo(0.25);
    assertThat(result.cpuShare(one)).isEqualTo(0.25);
    assertThat(result.megabytesPerSecond(one)).isEqualTo(60);
    assertThat(result.htmlMegabytesPerSecond(one)).isEqualTo(150);
    assertThat(result.jsoupMegabytesPerSecond(one)).isEqualTo(75);
    assertThat(one.timesJsoup()).isEqualTo(2);
  }
}
