package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Approved;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.SitePairs;
import dev.crawlsieve.core.name.SiteTexts;
import dev.crawlsieve.core.name.SiteTitles;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.tool.inspect.ComparedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ExplanationTest {

  private static final Coordinates KEPT = new Coordinates(0, 7);
  private static final Explanation.Run ON_FILES =
      new Explanation.Run(Optional.of(DetectorSettings.DEFAULT), false, false);
  private static final String ALL_TEXT =
      "text=visible may keep it: it compares all text, not the main text alone";
  private static final Lost SOME = new Lost(2, 5, Map.of(BlockKind.TEXT, 2), true);

  /** Each decision that evidence of names and site can lead to, to be read. */
  @Test
  void shouldSayWhatPrevailed() {
    StringBuilder all = new StringBuilder();
    for (Evidence evidence : combinations()) {
      List<String> lines = lines(evidence, false, DetectorSettings.DEFAULT);
      String said = String.join("\n", lines);
      all.append(said).append("\n\n");
      if (said.contains("another item (identity: other)")) {
        assertThat(lines.get(1))
            .contains(
                evidence.siteTitles() == null
                    ? ", although its title, heading or address names another item: "
                    : ", although its address names another item: ");
      }
    }
    Evidence other = evidence(Evidence.Match.NEAR, Identity.OTHER, null, null, null, SOME);
    DetectorSettings ignoring = DetectorSettings.DEFAULT.with(NameThresholds.IGNORED);
    all.append("near.names=ignore\n");
    all.append(String.join("\n", lines(other, false, ignoring))).append("\n\nbytes\n");
    Evidence bytes = evidence(Evidence.Match.EXACT, Identity.OTHER, null, null, null, null);
    List<String> ofBytes = lines(bytes, true, DetectorSettings.DEFAULT);
    assertThat(ofBytes).noneMatch(line -> line.contains("text=visible") || line.contains("names:"));
    all.append(String.join("\n", ofBytes)).append("\n");
    Approved.check(getClass(), "explanations.txt", all.toString());
  }

  /** Nobody should sieve again with a setting that keeps nothing more. */
  @Test
  void shouldAdviseWhatCanKeepThePage() {
    Evidence exact = evidence(Evidence.Match.EXACT, Identity.SAME, null, null, null, SOME);
    assertThat(cure(exact, false, ON_FILES)).endsWith("; " + ALL_TEXT);
    Evidence whole = evidence(Evidence.Match.EXACT, Identity.SAME, null, null, null, Lost.NOTHING);
    for (boolean live : new boolean[] {false, true}) {
      assertThat(cure(whole, false, new Explanation.Run(ON_FILES.detector(), false, live)))
          .contains("; another setting hardly would: the kept page says all that it says, but for")
          .doesNotContain("text=visible");
    }
    Evidence near = evidence(Evidence.Match.NEAR, Identity.SAME, null, null, null, SOME);
    assertThat(cure(near, false, ON_FILES)).contains("'replay --try' tries stricter values of ");
    assertThat(cure(similar(near, 1), false, ON_FILES))
        .contains("; no threshold does, since the two are as similar as equal texts");
    Lost title = new Lost(1, 5, Map.of(BlockKind.TITLE, 1), true);
    Evidence titled = evidence(Evidence.Match.EXACT, Identity.OTHER, null, null, null, title);
    assertThat(cure(titled, false, ON_FILES))
        .endsWith(
            "; text=visible would not keep it, since it compares no titles, and only the title is"
                + " lost here")
        .doesNotContain(ALL_TEXT);
    Optional<DetectorSettings> detector = ON_FILES.detector();
    assertThat(cure(exact, false, new Explanation.Run(detector, true, false)))
        .endsWith(" in a file, with --set overrides.file=FILE");
    assertThat(cure(exact, false, new Explanation.Run(detector, false, true)))
        .contains("to keep it all the same, in a new generation ('replay --into PREFIX'): the line")
        .endsWith("; " + ALL_TEXT);
    Evidence revisit = revisit(exact);
    assertThat(cure(revisit, false, ON_FILES)).contains("; dedup.revisit=readmit keeps each");
    assertThat(cure(revisit, true, ON_FILES))
        .endsWith("; dedup.revisit=readmit would not: nothing has changed");
  }

  /** A text file and a page of one text: no word is lost, although all blocks are others. */
  @Test
  void shouldSayThatOnlyBlocksAreCutOtherwise() {
    Lost many = new Lost(95, 863, Map.of(BlockKind.TEXT, 95), true);
    Evidence near = evidence(Evidence.Match.NEAR, Identity.SAME, null, null, null, many);
    assertThat(lost(near, Optional.of(compared(Lost.NOTHING))))
        .containsExactly(
            "  for: nothing of the main text is missing: its words are all, or nearly all, in the"
                + " kept page's text, and only its blocks are cut otherwise (95 blocks of at least"
                + " 863 words in all (95 × text) are not there word for word)");
    assertThat(lost(near, Optional.of(compared(SOME))))
        .hasSize(2)
        .last()
        .asString()
        .contains("against: beside the main text, the kept page does not say, word for word, 2");
    Lost title = new Lost(1, 5, Map.of(BlockKind.TITLE, 1), true);
    Evidence titled = evidence(Evidence.Match.NEAR, Identity.SAME, null, null, null, title);
    assertThat(lost(titled, Optional.of(compared(null))))
        .as("compare has no titles")
        .singleElement()
        .asString()
        .endsWith("1 block of 5 words (1 × title)");
    assertThat(lost(near, Optional.of(compared(null))))
        .singleElement()
        .asString()
        .contains("against: of all visible text")
        .doesNotContain("cut");
  }

  private static ComparedText compared(@Nullable Lost beside) {
    return new ComparedText(900, 900, false, beside, List.of());
  }

  /** An address may be another item's although title and heading are the same. */
  @Test
  void shouldSayByWhichPartsItSeemsToBeAnotherItem() {
    Evidence other = evidence(Evidence.Match.EXACT, Identity.OTHER, null, null, null, SOME);
    Verdict verdict = Verdict.duplicate(page(false), other, 1, new Verdict.Basis("combined", 1));
    for (var each :
        Map.of(
                List.of("address"), "its address names another item",
                List.of("title", "address"), "its title and address name another item",
                List.of("title", "heading", "address"),
                    "its title, heading and address name another item")
            .entrySet()) {
      ComparedText compared = new ComparedText(80, 100, false, null, each.getKey());
      assertThat(lines(verdict, Optional.of(compared), ON_FILES).get(1))
          .startsWith("  dropped, although " + each.getValue() + ": the same content");
    }
  }

  /** Pages are decided in the order of the log, which need not be that of their times. */
  @Test
  void shouldSayThatAVersionWasDecidedBefore() {
    Evidence revisit =
        revisit(evidence(Evidence.Match.EXACT, Identity.SAME, null, null, null, SOME));
    Verdict verdict = Verdict.duplicate(page(false), revisit, 1, new Verdict.Basis("combined", 1));
    assertThat(lines(verdict, Optional.empty(), ON_FILES).get(1))
        .isEqualTo("  dropped: a version of the same page, decided before it, has this content");
  }

  private static List<String> lost(Evidence evidence, Optional<ComparedText> compared) {
    Verdict verdict = Verdict.duplicate(page(false), evidence, 1, new Verdict.Basis("combined", 1));
    return lines(verdict, compared, ON_FILES).stream()
        .filter(line -> line.contains("word for word"))
        .toList();
  }

  /** The similarity of a pair stands apart from what the rule needs. */
  @Test
  void shouldSayWhichBitsAndWhichSimilarityAreNeeded() {
    Evidence near = evidence(Evidence.Match.NEAR, Identity.SAME, null, null, null, SOME);
    Evidence byBits = similar(near, 0.62);
    Verdict verdict = Verdict.duplicate(page(false), byBits, 1, new Verdict.Basis("combined", 1));
    assertThat(lines(verdict, Optional.empty(), ON_FILES))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "  for: 2 of 64 bits differ (at most 3: simhash.max.distance), similarity"
                            + " is about 0.62 (at least 0.5: combined.min.similarity); the kept"));
  }

  private static Evidence similar(Evidence of, double similarity) {
    return with(of, of.kind(), similarity);
  }

  private static Evidence revisit(Evidence of) {
    return with(of, Verdict.Kind.REVISIT, of.similarity());
  }

  private static Evidence with(Evidence of, Verdict.Kind kind, double similarity) {
    return new Evidence(
        kind,
        of.duplicateOf(),
        of.match(),
        of.distance(),
        similarity,
        of.agreeing(),
        of.identity(),
        of.site(),
        of.siteTexts(),
        of.siteTitles(),
        of.contained(),
        of.lost(),
        of.table());
  }

  private static String cure(Evidence evidence, boolean same, Explanation.Run run) {
    Verdict verdict = Verdict.duplicate(page(false), evidence, 1, new Verdict.Basis("combined", 1));
    ComparedText compared = new ComparedText(80, 100, same, null, List.of());
    return lines(verdict, Optional.of(compared), run).stream()
        .filter(line -> line.startsWith("  to keep it"))
        .findFirst()
        .orElseThrow();
  }

  private static List<Evidence> combinations() {
    List<Evidence> all = new ArrayList<>();
    for (Evidence.Match match : Evidence.Match.values()) {
      for (Identity identity : Identity.values()) {
        all.add(evidence(match, identity, null, null, null, SOME));
      }
      SitePairs pairs = new SitePairs(33, 33, 30);
      all.add(evidence(match, Identity.SAME, pairs, null, null, Lost.NOTHING));
      for (SiteTexts texts : new SiteTexts[] {null, new SiteTexts(139, 0), new SiteTexts(40, 2)}) {
        for (SiteTitles titles :
            new SiteTitles[] {
              null, new SiteTitles(141, 0), new SiteTitles(141, 1), new SiteTitles(60, 12)
            }) {
          if (texts != null || titles != null) {
            Lost lost = titles == null ? Lost.NOTHING : SOME;
            all.add(evidence(match, Identity.OTHER, null, texts, titles, lost));
          }
        }
      }
    }
    return all;
  }

  private static Evidence evidence(
      Evidence.Match match,
      Identity identity,
      @Nullable SitePairs pairs,
      @Nullable SiteTexts texts,
      @Nullable SiteTitles titles,
      @Nullable Lost lost) {
    boolean exact = match == Evidence.Match.EXACT;
    return new Evidence(
        exact ? Verdict.Kind.EXACT : Verdict.Kind.NEAR,
        new Verdict.Original("https://a.example/kept", KEPT, false),
        match,
        exact ? 0 : 2,
        exact ? 1 : 0.97,
        exact ? 6 : 5,
        identity,
        pairs,
        texts,
        titles,
        exact ? 1 : 0.93,
        lost,
        "content");
  }

  private static List<String> lines(Evidence evidence, boolean bytes, DetectorSettings detector) {
    Verdict verdict =
        Verdict.duplicate(page(bytes), evidence, 1, new Verdict.Basis(detector.name(), 1));
    return lines(
        verdict, Optional.empty(), new Explanation.Run(Optional.of(detector), false, false));
  }

  private static JudgedPage page(boolean bytes) {
    return new JudgedPage("https://a.example/copy", new Coordinates(0, 9), 0, 0, 9, false, bytes);
  }

  private static List<String> lines(
      Verdict verdict, Optional<ComparedText> compared, Explanation.Run run) {
    return Explanation.lines(verdict, null, Optional.empty(), compared, run);
  }
}
