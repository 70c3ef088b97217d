package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Approved;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ExplanationTest {

  private static final Coordinates KEPT = new Coordinates(0, 7);
  private static final Explanation.Run ON_FILES =
      new Explanation.Run(Optional.of(DetectorSettings.DEFAULT), false);
  private static final Lost SOME = new Lost(2, 5, Map.of(BlockKind.TEXT, 2), 1, true);
  private static final Lost NOTHING = new Lost(0, 0, Map.of(), 0, true);

  /** Each reason for which a page is dropped, to be read. */
  @Test
  void shouldSayWhyThePageIsACopy() {
    StringBuilder all = new StringBuilder();
    for (Evidence.Match match : Evidence.Match.values()) {
      for (Reason reason : Reason.values()) {
        if (reason.isCopy()) {
          Lost lost = reason == Reason.NOTHING_LOST ? NOTHING : SOME;
          List<String> lines =
              lines(evidence(match, reason, lost), false, DetectorSettings.DEFAULT);
          assertThat(lines)
              .filteredOn(line -> line.endsWith(" (reason: " + reason.text() + ")"))
              .hasSize(1);
          all.append(String.join("\n", lines)).append("\n\n");
        }
      }
    }
    Evidence similar = evidence(Evidence.Match.NEAR, Reason.SIMILAR, SOME);
    DetectorSettings ignoring = DetectorSettings.DEFAULT.with(NameThresholds.IGNORED);
    all.append("near.names=ignore\n");
    all.append(String.join("\n", lines(similar, false, ignoring))).append("\n\nbytes\n");
    Evidence bytes = evidence(Evidence.Match.EXACT, Reason.NOTHING_LOST, null);
    List<String> ofBytes = lines(bytes, true, DetectorSettings.DEFAULT);
    assertThat(ofBytes).noneMatch(line -> line.contains("text=visible") || line.contains("reason"));
    all.append(String.join("\n", ofBytes)).append("\n");
    Approved.check(getClass(), "explanations.txt", all.toString());
  }

  @Test
  void shouldNameTheOverrideThatKeepsThePage() {
    Evidence exact = evidence(Evidence.Match.EXACT, Reason.SAME_NAME, SOME);
    Verdict verdict = Verdict.duplicate(page(false), exact, 1, new Verdict.Basis("combined", 1));
    assertThat(lines(verdict, new Explanation.Run(ON_FILES.detector(), true)))
        .contains(
            "    (kept, at partition 0, offset 7)",
            "  to keep it all the same, in a new generation ('replay --into PREFIX'): the line"
                + " {\"keep\":{\"url\":\"https://a.example/copy\"}} in a file, with --set"
                + " overrides.file=FILE");
  }

  /** Pages are decided in the order of the log, which need not be that of their times. */
  @Test
  void shouldSayThatAVersionWasDecidedBefore() {
    Evidence revisit = revisit(evidence(Evidence.Match.EXACT, Reason.SAME_NAME, SOME));
    Verdict verdict = Verdict.duplicate(page(false), revisit, 1, new Verdict.Basis("combined", 1));
    assertThat(lines(verdict, ON_FILES).get(1))
        .isEqualTo("  dropped: a version of the same page, decided before it, has this content");
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
        of.reason(),
        of.contained(),
        of.lost(),
        of.table());
  }

  private static Evidence evidence(Evidence.Match match, Reason reason, @Nullable Lost lost) {
    boolean exact = match == Evidence.Match.EXACT;
    return new Evidence(
        reason == Reason.SAME_URL
            ? Verdict.Kind.REVISIT
            : exact ? Verdict.Kind.EXACT : Verdict.Kind.NEAR,
        new Verdict.Original("https://a.example/kept", KEPT, false),
        match,
        exact ? 0 : 2,
        exact ? 1 : 0.97,
        exact ? 6 : 5,
        reason,
        exact ? 1 : 0.93,
        lost,
        "content");
  }

  private static List<String> lines(Evidence evidence, boolean bytes, DetectorSettings detector) {
    Verdict verdict =
        Verdict.duplicate(page(bytes), evidence, 1, new Verdict.Basis(detector.name(), 1));
    return lines(verdict, new Explanation.Run(Optional.of(detector), false));
  }

  private static JudgedPage page(boolean bytes) {
    return new JudgedPage("https://a.example/copy", new Coordinates(0, 9), 0, 0, 9, false, bytes);
  }

  private static List<String> lines(Verdict verdict, Explanation.Run run) {
    return Explanation.lines(verdict, null, Optional.empty(), run);
  }
}
