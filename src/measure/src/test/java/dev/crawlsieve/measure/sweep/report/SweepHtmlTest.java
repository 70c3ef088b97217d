package dev.crawlsieve.measure.sweep.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.measure.report.CrawledText;
import dev.crawlsieve.measure.report.PageScript;
import dev.crawlsieve.measure.sweep.ChangedPage;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweepReports;
import dev.crawlsieve.measure.sweep.SweptSetting;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SweepHtmlTest {

  static final String HOSTILE =
      "https://x.example/</style></title><script>alert('1')</script>\"'>]]>&amp;<b"
          + " title=\"\u0000\u202e\ud800\uffff\n"
          + "/";

  static Stream<SweepReport> reports() {
    return Stream.of(
        SweepReports.usual().build(),
        SweepReports.usual().withTruth().notes("A note.").build(),
        SweepReports.usual().withoutVerdicts().withoutBytes().build(),
        SweepReports.usual().withTruth().overridden(123).build(),
        SweepReports.empty().with(SweepReports.DEFAULT).build(),
        SweepReports.empty().build(),
        SweepReports.usual().at(HOSTILE).notes(HOSTILE).build(),
        SweepReports.ofNothing());
  }

  @ParameterizedTest
  @MethodSource("reports")
  void shouldBeWellFormedAndLoadNothing(SweepReport report) {
    Document page = page(report);

    assertThat(page.select("link, img, iframe, object, form, base")).isEmpty();
    assertThat(page.select("[href]").eachAttr("href")).allMatch(href -> href.startsWith("#pair-"));
    assertThat(page.getAllElements())
        .flatExtracting(e -> e.attributes().asList())
        .allMatch(a -> !a.getKey().startsWith("on") && !a.getKey().equals("src"));
    assertThat(page.select("style").html()).doesNotContain("url(", "@import");
    assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .startsWith(
            "default-src 'none'; script-src 'sha256-"
                + PageScript.sha256(page.select("script").get(0).data())
                + "';");
    assertThat(page.select("script")).hasSize(1);
    for (Element link : page.select("a[href]")) {
      assertThat(page.select("[id=" + link.attr("href").substring(1) + "]")).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("reports")
  void shouldDrawInsideOfEachPicture(SweepReport report) {
    for (Element svg : page(report).select("figure > svg")) {
      assertThat(svg.attr("role")).isEqualTo("img");
      assertThat(svg.attr("aria-label")).isNotBlank();
      assertThat(svg.outerHtml()).doesNotContain("NaN", "Infinity");
      String[] box = svg.attr("viewBox").split(" ");
      for (Element shape : svg.select("[x], [cx], [x1]")) {
        assertThat(place(shape, "x")).isBetween(0.0, Double.parseDouble(box[2]));
        assertThat(place(shape, "y")).isBetween(0.0, Double.parseDouble(box[3]));
      }
    }
  }

  private static double place(Element shape, String axis) {
    return Stream.of(axis, "c" + axis, axis + "1")
        .filter(shape::hasAttr)
        .mapToDouble(name -> Double.parseDouble(shape.attr(name)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldShowEveryFigureOfEachSetting() {
    SweepReport report = SweepReports.usual().withTruth().build();
    Map<String, List<String>> rows =
        page(report).select("table.settings tbody tr:has(td)").stream()
            .collect(
                Collectors.toMap(
                    row -> row.select("th").attr("title"), row -> row.select("td").eachText()));

    assertThat(rows).hasSameSizeAs(report.settings());
    Map<String, String> inForce =
        report.settings().stream()
            .filter(r -> r.setting().inForce())
            .findFirst()
            .orElseThrow()
            .setting()
            .settings();
    for (SettingResult r : report.settings()) {
      DecisionDiff d = r.diff().orElseThrow();
      assertThat(rows.get(r.setting().text()))
          .containsExactly(
              count(r.kept()),
              count(r.dropped()),
              String.format(Locale.ROOT, "%.1f %%", 100.0 * r.dropped() / r.pages()),
              count(r.exact()),
              count(r.near()),
              count(r.revisit()),
              String.format(Locale.ROOT, "%.1f MB", r.dropped() * 31_812 / 1e6),
              count(d.nowDropped()),
              count(d.nowKept()),
              count(d.otherOriginal()),
              count(d.sameOriginal()),
              count(d.bothKept()),
              String.format(Locale.ROOT, "%.3f", r.truth().orElseThrow().precision()),
              String.format(Locale.ROOT, "%.3f", r.truth().orElseThrow().recall()),
              String.format(Locale.ROOT, "%.3f", r.truth().orElseThrow().f1()),
              count(r.truth().orElseThrow().truePositives()),
              count(r.truth().orElseThrow().falsePositives()),
              count(r.truth().orElseThrow().falseNegatives()),
              count(r.truth().orElseThrow().trueNegatives()),
              r.truth().orElseThrow().undecidedMatched() + " of 9",
              set(r.setting(), inForce) + (r.setting().inForce() ? "copy" : " copy"));
      assertThat(page(report).select("button").eachAttr("data-copy"))
          .contains(set(r.setting(), Map.of()));
    }
  }

  @Test
  void shouldShowPagesThatAnOverrideDrops() {
    Document page = page(SweepReports.usual().overridden(123).build());
    assertThat(page.select(".tiles dt").eachText()).contains("overrides");
    assertThat(page.select("table.settings thead").text()).contains("revisit override saved");
    assertThat(page.select("table.settings tbody tr:has(td)"))
        .allSatisfy(row -> assertThat(row.select("td").eachText()).contains("123"));
    assertThat(page(SweepReports.usual().build()).text()).doesNotContain("override");
  }

  private static String set(SweptSetting setting, Map<String, String> but) {
    return setting.settings().entrySet().stream()
        .filter(e -> !e.getValue().equals(but.get(e.getKey())))
        .map(e -> "--set " + e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }

  @Test
  void shouldShowEveryFigureOfTheLog() {
    Document page = page(SweepReports.usual().withTruth().notes("Lane 1 is short.").build());

    assertThat(page.select(".tiles dt").eachText().get(0)).isEqualTo("pages");
    assertThat(page.select(".tiles dd").get(0).ownText()).isEqualTo("3,672");
    assertThat(page.select(".tiles").text()).contains("in 2 lanes", "1,532", "17", "31.8 KB");
    assertThat(page.select(".notes li").eachText())
        .containsExactly(
            "3 records of the log could not be read and were skipped.",
            "41 pages have no verdict in force to compare with.",
            "Lane 1 is short.");
    assertThat(page.text()).contains("412 labelled pairs");
  }

  @Test
  void shouldShowEachChangedPageWithItsDistances() {
    SweepReport report = SweepReports.usual().build();
    Document page = page(report);
    int examples = report.settings().stream().mapToInt(r -> r.examples().size()).sum();

    assertThat(page.select("article")).hasSize(examples);
    String setting = "combined ≥ 0.5, or ≤ 3 bits and ≥ 0.5";
    Element looser = details(page, setting);
    assertThat(looser.select("summary").text())
        .isEqualTo(setting + " 157 newly dropped, 2 newly kept, 17 copies of another page");
    Element moved = looser.select("article:has(b.other)").first();
    ChangedPage changed = report.settings().get(1).examples().get(4);
    assertThat(moved.select(".url").eachText())
        .containsExactly(
            changed.url(), changed.before().orElseThrow().url(), changed.now().orElseThrow().url());
    assertThat(moved.select("dd").eachText())
        .satisfiesExactly(
            before -> assertThat(before).startsWith("near copy, similarity about 0.83, of"),
            now -> assertThat(now).startsWith("near copy, 4 bits apart, of"));
    assertThat(page.select("details:has(article)").eachText()).isNotEmpty();
    assertThat(page.select("details[open]:has(article)")).hasSize(2);
  }

  private static Element details(Document page, String setting) {
    return page.select("details:has(article)").stream()
        .filter(d -> d.select("summary b").get(0).text().equals(setting))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldCompareEachPairOfTextsOnceAndSayWhichAreGone() {
    SweepReport report = SweepReports.usual().build();

    Document page = page(report);
    assertThat(page.select("[id^=pair-]").eachAttr("id")).doesNotHaveDuplicates();
    assertThat(page.select("a:contains(texts compared above)")).isNotEmpty();
    assertThat(page.select(".pair ins")).isNotEmpty();
    assertThat(page.select(".pair del")).isNotEmpty();

    Document gone = page(report, source -> Optional.empty());
    assertThat(gone.select(".pair")).isEmpty();
    assertThat(gone.select("[id^=pair-]").eachText())
        .isNotEmpty()
        .allMatch(
            text -> text.endsWith("The texts of both pages are no longer on the pages topic."));

    Document half =
        page(
            report,
            source -> Optional.of("a").filter(a -> source.offset() > 100 && source.offset() < 150));
    assertThat(half.text())
        .contains("The text of the original is no longer", "The text of the page is no longer");
  }

  @Test
  void shouldShowWhatIsHostileAsText() {
    SweepReport report = SweepReports.usual().at(HOSTILE).notes(HOSTILE).build();
    Document page =
        page(report, source -> Optional.of("<img src=x onerror=alert(1)> " + source + " ]]>"));

    String shown = CrawledText.printable(HOSTILE);
    assertThat(shown)
        .isEqualTo(
            "https://x.example/</style></title><script>alert('1')</script>\"'>]]>&amp;<b"
                + " title=\"\ufffd\ufffd\ufffd\ufffd\ufffd/");
    assertThat(page.select(".url")).isNotEmpty().allMatch(e -> e.text().startsWith(shown));
    assertThat(page.select(".notes li").last().text()).isEqualTo(shown);
    assertThat(page.select(".pair").text()).contains("<img src=x onerror=alert(1)>");
  }

  @Test
  void shouldMarkTheSettingInForce() {
    Document page = page(SweepReports.usual().build());
    assertThat(page.select("tr.marked th").eachText()).containsExactly("≥ 0.65 in force");
    assertThat(page.select("circle.marked")).hasSize(1);
    assertThat(page.select("svg text.marked").eachText()).containsExactly("in force");

    Document without = page(SweepReports.usual().withoutVerdicts().build());
    assertThat(without.select(".marked")).isEmpty();
    assertThat(without.text())
        .contains("none of them is in force", "no verdicts in force to compare");
    assertThat(without.select("article")).isEmpty();
  }

  @Test
  void shouldDrawALineForEachFamilyOnItsAxis() {
    Document page = page(SweepReports.usual().withTruth().build());
    assertThat(page.select("figure:has(ul) > svg").eachAttr("aria-label"))
        .containsExactly(
            "Share of pages dropped by τ",
            "Share of pages dropped by k",
            "Precision and recall by τ",
            "Precision and recall by k");
    Element first = page.select("figure").first();
    assertThat(first.select("li").eachText())
        .containsExactly("combined ≥ τ, or ≤ 3 bits and ≥ 0.5");
    assertThat(first.select("> svg path title").eachText())
        .contains("combined ≥ 0.65, or ≤ 3 bits and ≥ 0.5: 53.3 % dropped");
    assertThat(page(SweepReports.usual().build()).text()).doesNotContain("recall, the share of");
  }

  @Test
  void shouldSayThatThereIsNothing() {
    assertThat(page(SweepReports.ofNothing()).text())
        .contains("No verdict changes under any of the settings.")
        .doesNotContain("saved");
    assertThat(page(SweepReports.empty().build()).text()).contains("No settings were tried.");
  }

  /** As the terminal calls it: two settings of one threshold, only one of which compares names. */
  @Test
  void shouldSayWhichSettingsIgnoreNames() {
    DetectorSettings exact = DetectorSettings.exact();
    SweepReport report =
        SweepReports.empty()
            .with(SweepReports.DEFAULT.with(NameThresholds.DEFAULT))
            .with(SweepReports.DEFAULT)
            .with(exact.with(NameThresholds.DEFAULT))
            .with(exact)
            .build();
    Document page = page(report);
    String combined = "combined ≥ %s, or ≤ 3 bits and ≥ 0.5%s";
    String ignoring = "; near.names=ignore";
    assertThat(page.select(".family").eachText())
        .containsExactly(
            combined.formatted("τ", "; alike ≥ 0.85"),
            combined.formatted("τ", ignoring),
            "exact",
            "exact" + ignoring);
    assertThat(page.select("figure").first().select("li").eachText())
        .containsExactly(
            combined.formatted("τ", "; alike ≥ 0.85"), combined.formatted("τ", ignoring));
    String one = combined.formatted("0.65", ignoring);
    assertThat(page.select("th[scope=row]").eachAttr("title")).contains(one, "exact" + ignoring);
    assertThat(page.select("figure title").eachText()).anyMatch(t -> t.startsWith(one + ": "));
    assertThat(page.select("summary b").eachText()).contains("exact" + ignoring);
    assertThat(page(SweepReports.usual().build()).select(".family").text())
        .doesNotContain("near.names");
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static Document page(SweepReport report) {
    return page(report, SweepReports::text);
  }

  private static Document page(SweepReport report, Function<Coordinates, Optional<String>> texts) {
    Parser parser = Parser.htmlParser().setTrackErrors(20);
    Document page = Jsoup.parse(SweepHtml.of(report, texts), "", parser);
    assertThat(parser.getErrors()).isEmpty();
    return page;
  }
}
