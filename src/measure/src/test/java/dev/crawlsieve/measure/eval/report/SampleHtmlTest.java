package dev.crawlsieve.measure.eval.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.measure.report.CrawledText;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

final class SampleHtmlTest {

  private static final String HOSTILE =
      "</article></style></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'>"
          + "{{{title}}}<!--\u202e\u0000";

  private static DropSample.Side side(String url, String title, String text) {
    return new DropSample.Side(url, url, title, text, text.length());
  }

  private static DropSample sample(DropSample.Side kept, DropSample.Side dropped) {
    PairDiff diff =
        PairDiff.of("one\n" + kept.begins(), "one\ntwo " + dropped.begins(), PairDiff.Room.EXAMPLE);
    return new DropSample(
        "near",
        7,
        3,
        List.of(
            new DropSample.Stratum("below 0.7", 1200, 1),
            new DropSample.Stratum("0.7 to 0.8", 34, 1)),
        List.of(
            new DropSample.Pair(0, kept, dropped, List.of("similarity 0.66", HOSTILE), diff),
            new DropSample.Pair(1, dropped, kept, List.of(), diff)));
  }

  private static Document page(DropSample sample) {
    return Jsoup.parse(SampleHtml.of(sample));
  }

  @Test
  void shouldShowHostileContentAsText() throws Exception {
    String url = "https://a.example/?" + HOSTILE;
    Document page =
        page(sample(side(url, HOSTILE, HOSTILE), side("javascript:alert(3)//", HOSTILE, "a b")));
    assertThat(page.select("article")).hasSize(2).allMatch(pair -> pair.hasAttr("hidden"));
    assertThat(page.select("script")).hasSize(1);
    assertThat(page.select("img, link, iframe, object, form, base, [src]")).isEmpty();
    assertThat(page.getAllElements())
        .flatExtracting(element -> element.attributes().asList())
        .noneMatch(attribute -> attribute.getKey().startsWith("on"));
    assertThat(page.selectFirst("article dl b").text()).isEqualTo(CrawledText.printable(HOSTILE));
    assertThat(page.selectFirst("article .pair").text()).contains("<script>alert(1)</script>");
    assertThat(page.select("a[href]"))
        .hasSize(2)
        .allMatch(link -> link.attr("href").startsWith("https://a.example/?"))
        .allMatch(link -> link.attr("rel").equals("noopener noreferrer"));
    assertThat(page.selectFirst("article").attr("data-a")).isEqualTo("javascript:alert(3)//");
  }

  @Test
  void shouldShowWhereLinesOfATextEnd() {
    Document page =
        page(sample(side("https://a.example/", "A", "Menu\nA zoo"), side("u", "", "Menu\nNo zoo")));
    assertThat(page.selectFirst("article").select(".pair .lines"))
        .extracting(Element::wholeText)
        .containsExactly("Menu\nA zoo", "Menu\nNo zoo");
  }

  @Test
  void shouldRunNoScriptButItsOwn() throws Exception {
    Document page = page(sample(side("https://a.example/", "A", "a"), side("u", "", "b")));
    byte[] script = page.selectFirst("script").data().getBytes(UTF_8);
    String hash =
        Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(script));
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .isEqualTo(
            "default-src 'none'; script-src 'sha256-"
                + hash
                + "'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'");
    assertThat(page.select("style").html()).doesNotContain("url(", "@import");
  }

  @Test
  void shouldHoldWhatTheScriptLooksFor() {
    DropSample sample = sample(side("https://a.example/", "A", "a"), side("u", "", "b"));
    Document page = page(sample);
    Stream.of("precision", "interval", "right", "wrong", "unsure", "partial", "done", "place")
        .forEach(id -> assertThat(page.getElementById(id)).as(id).isNotNull());
    Stream.of("note", "judge", "back", "on", "save")
        .forEach(id -> assertThat(page.getElementById(id)).as(id).isNotNull());
    assertThat(page.select("tr[data-drops]").eachAttr("data-drops")).containsExactly("1200", "34");
    for (Element row : page.select("tr[data-drops]")) {
      assertThat(row.select("td[data-count]")).hasSize(5);
    }
    assertThat(page.select("article").eachAttr("data-stratum")).containsExactly("0", "1");
    assertThat(page.select("button[data-sign]").eachAttr("data-sign"))
        .containsExactly("1", "0", "?");
    assertThat(page.text())
        .contains("2 of 1,234 near drops", "seed 7", "Of 3 more that were drawn", "(no title)");
    String id = page.body().attr("data-sample");
    assertThat(id).isNotBlank();
    assertThat(page(sample).body().attr("data-sample")).isEqualTo(id);
    assertThat(
            page(sample(side("https://b.example/", "A", "a"), side("u", "", "b")))
                .body()
                .attr("data-sample"))
        .isNotEqualTo(id);
  }

  @Test
  void shouldCalculatePrecisionByWeightWithItsInterval() throws Exception {
    assertThat(precision("[]").isNull()).isTrue();
    assertThat(precision("[{drops: 5, right: 0, wrong: 0}]").isNull()).isTrue();
    // Wilson's interval of 81 of 263 (Newcombe 1998, table I, method 3), of 0 of 20, of 15 of 148
    isClose(precision("[{drops: 999, right: 81, wrong: 182}]"), 81 / 263.0, 0.2553, 0.3662);
    isClose(precision("[{drops: 20, right: 0, wrong: 20}]"), 0, 0, 0.1611);
    isClose(precision("[{drops: 20, right: 15, wrong: 133}]"), 15 / 148.0, 0.0624, 0.1605);
    // 900 drops at 0.9 and 100 at 0.1; 50 labels of weight 10 and 10 of 2: 60 count as 50
    JsonNode weighted =
        precision(
            "[{drops: 900, right: 9, wrong: 1}, {drops: 100, right: 5, wrong: 45},"
                + " {drops: 50, right: 0, wrong: 0}]");
    double n = 1000.0 * 1000 / (10 * 90.0 * 90 + 50 * 2.0 * 2);
    double z2 = 1.959964 * 1.959964 / n;
    double middle = (0.82 + z2 / 2) / (1 + z2);
    double half = 1.959964 / (1 + z2) * Math.sqrt(0.82 * 0.18 / n + z2 / (4 * n));
    isClose(weighted, 0.82, middle - half, middle + half);
    assertThat(script("weight({drops: 900, right: 9, wrong: 1})").asDouble()).isEqualTo(90);
    assertThat(script("weight({drops: 900, right: 0, wrong: 0})").asDouble()).isEqualTo(900);
  }

  private static void isClose(JsonNode found, double share, double low, double high) {
    assertThat(found.path("share").asDouble()).isCloseTo(share, within(1e-9));
    assertThat(found.path("low").asDouble()).isCloseTo(low, within(5e-5));
    assertThat(found.path("high").asDouble()).isCloseTo(high, within(5e-5));
  }

  private static JsonNode precision(String strata) throws Exception {
    return script("precision(" + strata + ")");
  }

  /** The value of an expression of the page's script; skipped if there is nothing to run it. */
  private static JsonNode script(String expression) throws Exception {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
    assumeTrue(there, "there is no node on the PATH: the page's figures are not checked");
    try (InputStream in = SampleHtml.class.getResourceAsStream("figures.js")) {
      String script = new String(in.readAllBytes(), UTF_8);
      Process node =
          new ProcessBuilder(
                  "node", "-e", script + "console.log(JSON.stringify(" + expression + "))")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String out = new String(node.getInputStream().readAllBytes(), UTF_8);
      assertThat(node.waitFor()).isZero();
      return new ObjectMapper().readTree(out);
    }
  }
}
