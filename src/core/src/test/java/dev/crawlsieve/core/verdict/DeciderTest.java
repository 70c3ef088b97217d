package dev.crawlsieve.core.verdict;

import static dev.crawlsieve.core.verdict.TestLane.page;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.TestBlocks;
import dev.crawlsieve.core.fingerprint.TestFingerprints;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeciderTest {

  /** As many bits as the SimHashes of near copies may differ in. */
  private static final long MOST = (1L << 27) - 1;

  private final TestLane lane = new TestLane(3);

  @Test
  void shouldKeepFirstAndDropExactCopy() {
    Verdict first = lane.decide(page("http://a/", 1, 10, true));
    Verdict copy = lane.decide(page("http://b/", 1, 10, true));

    assertThat(first.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(first.duplicateOf()).isNull();
    assertThat(copy.decision()).isEqualTo(Verdict.Decision.DUPLICATE);
    assertThat(copy.kind()).isEqualTo(Verdict.Kind.EXACT);
    assertThat(copy.evidence().distance()).isZero();
    assertThat(copy.duplicateOf())
        .isEqualTo(new Verdict.Original("http://a/", new Coordinates(0, 0), false));
  }

  @Test
  void shouldDropWithinDistanceAndKeepBeyond() {
    lane.decide(page("http://a/", 0b0000, 10, true));

    Verdict near = lane.decide(page("http://b/", 0b0111, 11, true));
    Verdict far = lane.decide(page("http://c/", 0b1111, 12, true));

    assertThat(near.kind()).isEqualTo(Verdict.Kind.NEAR);
    assertThat(near.evidence().distance()).isEqualTo(3);
    assertThat(far.decision()).isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldNotChainThroughDroppedPages() {
    lane.decide(page("http://a/", 0b000000, 10, true));
    Verdict dropped = lane.decide(page("http://b/", 0b000111, 11, true));
    Verdict beyond = lane.decide(page("http://c/", 0b111111, 12, true));

    assertThat(dropped.decision()).isEqualTo(Verdict.Decision.DUPLICATE);
    assertThat(beyond.decision())
        .as("3 bits from a dropped page, 6 from the kept one")
        .isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldNotMatchContentOfDroppedPages() {
    lane.decide(page("http://a/", 0b000000, 10, true));
    lane.decide(page("http://b/", 0b000111, 11, true));

    Verdict sameAsDropped = lane.decide(page("http://c/", 0b000111, 11, true));

    assertThat(sameAsDropped.kind()).isEqualTo(Verdict.Kind.NEAR);
    assertThat(sameAsDropped.duplicateOf().url()).isEqualTo("http://a/");
  }

  @Test
  void shouldPreferSmallestDistanceThenEarliest() {
    lane.decide(page("http://far/", 0b0000_0111, 10, true));
    lane.decide(page("http://near/", 0b0111_0000_0000, 11, true));
    lane.decide(page("http://also-near/", 0b0001_1000_0000_0000_0001, 12, true));

    Verdict nearest = lane.decide(page("http://x/", 0b0001_0000_0000, 13, true));
    Verdict tie = lane.decide(page("http://y/", 0b0000_0000_0001, 14, true));

    assertThat(nearest.duplicateOf().url()).isEqualTo("http://near/");
    assertThat(nearest.evidence().distance()).isEqualTo(2);
    assertThat(tie.evidence().distance()).isEqualTo(2);
    assertThat(tie.duplicateOf().url()).as("2 bits from both").isEqualTo("http://far/");
  }

  @Test
  void shouldPreferExactToNearer() {
    lane.decide(page("http://near/", 0b0000, 10, true));
    lane.decide(page("http://same/", 0b1111, 11, true));

    Verdict verdict = lane.decide(page("http://x/", 0b1111, 11, true));

    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.EXACT);
    assertThat(verdict.duplicateOf().url()).isEqualTo("http://same/");
  }

  @Test
  void shouldMatchShortTextsOnlyExactly() {
    lane.decide(page("http://long/", 0, 10, true));
    Verdict shortPage = lane.decide(page("http://short/", 0, 11, false));
    Verdict longAgain = lane.decide(page("http://third/", 0b1111, 12, true));
    Verdict nearShort = lane.decide(page("http://fourth/", 0b1, 11, false));

    assertThat(shortPage.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(longAgain.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(nearShort.kind()).isEqualTo(Verdict.Kind.EXACT);
  }

  @Test
  void shouldReportSameUrlAsRevisit() {
    lane.decide(page("http://a/", 0b0000, 10, true));

    Verdict unchanged = lane.decide(page("http://a/", 0b0000, 10, true));
    Verdict changed = lane.decide(page("http://a/", 0b0001, 11, true));
    Verdict rewritten = lane.decide(page("http://a/", ~0L, 12, true));

    assertThat(unchanged.kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(unchanged.evidence().match()).isEqualTo(Evidence.Match.EXACT);
    assertThat(changed.kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(changed.evidence().match()).isEqualTo(Evidence.Match.NEAR);
    assertThat(rewritten.decision()).isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldKeepAChangedPageBesideItsEarlierVersionWhereItIsReadmitted() throws Exception {
    TestLane readmitting =
        new TestLane(DetectorSettings.simhash(3), new RuleSettings(Duration.ZERO, true));
    readmitting.decide(page("http://a/", 0b0000, 10, true));

    Verdict unchanged = readmitting.decide(page("http://a/", 0b0000, 10, true));
    Verdict changed = readmitting.decide(page("http://a/", 0b0001, 11, true));
    Verdict rewritten = readmitting.decide(page("http://a/", ~0L, 12, true));
    Verdict backAgain = readmitting.decide(page("http://a/", 0b0000, 10, true));
    Verdict elsewhere = readmitting.decide(page("http://b/", 0b0011, 13, true));

    assertThat(unchanged.kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(changed.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(changed.newVersionOf())
        .isEqualTo(new Verdict.Original("http://a/", new Coordinates(0, 0), false));
    assertThat(VerdictCodec.decode(VerdictCodec.encode(changed))).isEqualTo(changed);
    assertThat(rewritten.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(rewritten.newVersionOf()).as("nothing like it").isNull();
    assertThat(backAgain.kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(elsewhere.kind()).isEqualTo(Verdict.Kind.NEAR);
    assertThat(elsewhere.duplicateOf().source().offset()).as("the new version").isEqualTo(2);
  }

  /** Such as a score, a notice, or a list of links. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldKeepAPageThatChangedBesideItsMainTextWhereItIsReadmitted(boolean eligible) {
    TestLane readmitting =
        new TestLane(DetectorSettings.simhash(3), new RuleSettings(Duration.ZERO, true));
    Fingerprint page = page("http://a/", 0b0000, 10, eligible);
    Fingerprint first = TestFingerprints.saying(page, TestBlocks.of("Match", "Moss Vardo 2:1"));
    Fingerprint next = TestFingerprints.saying(page, TestBlocks.of("Match", "Moss Vardo 3:1"));
    readmitting.decide(first);

    Verdict unchanged = readmitting.decide(first);
    Verdict changed = readmitting.decide(next);
    Verdict again = readmitting.decide(next);

    assertThat(unchanged.kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(changed.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(changed.newVersionOf())
        .isEqualTo(new Verdict.Original("http://a/", new Coordinates(0, 0), false));
    assertThat(again.kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(again.duplicateOf().source().offset()).as("the new version").isEqualTo(2);
  }

  @Test
  void shouldCompareAChangedPageWithOtherUrlsWhereItIsReadmitted() {
    TestLane readmitting =
        new TestLane(DetectorSettings.simhash(3), new RuleSettings(Duration.ZERO, true));
    readmitting.decide(page("http://a/", 0b0000_0000, 10, true));
    readmitting.decide(page("http://b/", 0b0001_1111, 11, true));

    Verdict changed = readmitting.decide(page("http://a/", 0b0000_0011, 12, true));

    assertThat(changed.kind()).isEqualTo(Verdict.Kind.NEAR);
    assertThat(changed.duplicateOf().url()).isEqualTo("http://b/");
    assertThat(changed.newVersionOf()).isNull();
  }

  @Test
  void shouldNotMatchAcrossScopes() {
    lane.decide(1, page("http://a/", 0, 10, true));

    assertThat(lane.decide(2, page("http://b/", 0, 10, true)).decision())
        .isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(lane.decide(1, page("http://c/", 0, 10, true)).decision())
        .isEqualTo(Verdict.Decision.DUPLICATE);
  }

  @Test
  void shouldJudgeBySketchesAndNotChainThroughThem() {
    TestLane sketches = new TestLane(DetectorSettings.sketch(0.8));
    sketches.decide(page("http://a/", 0, TestLane.sketch(1, range(0, 0)), 10, true));
    Verdict near =
        sketches.decide(page("http://b/", MOST, TestLane.sketch(1, range(0, 16)), 11, true));
    Verdict far = sketches.decide(page("http://c/", 0, TestLane.sketch(1, range(0, 17)), 12, true));

    assertThat(near.duplicateOf().url()).isEqualTo("http://a/");
    assertThat(near.evidence().similarity()).isEqualTo(0.8095);
    assertThat(near.evidence().agreeing()).isEqualTo(4);
    assertThat(near.evidence().distance()).isEqualTo(27);
    assertThat(near.basis().detector()).isEqualTo("sketch");
    assertThat(far.decision())
        .as("one min-hash from a dropped page, 17 from the kept one")
        .isEqualTo(Verdict.Decision.UNIQUE);
  }

  @ParameterizedTest
  @EnumSource(DetectorSettings.Kind.class)
  void shouldNotTakeSketchesForEqualWhereSimHashesAreFarApart(DetectorSettings.Kind kind) {
    TestLane lane = new TestLane(DetectorSettings.combined(3, 0.8, 0.6).of(kind));
    lane.decide(page("http://a/", 0, TestLane.sketch(1, range(0, 0)), 10, true));
    Verdict beyond =
        lane.decide(page("http://b/", 2 * MOST + 1, TestLane.sketch(1, range(0, 0)), 11, true));

    assertThat(beyond.decision()).isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldConfirmCloseSimHashesByTheSketch() {
    TestLane combined = new TestLane(DetectorSettings.combined(3, 0.8, 0.6));
    combined.decide(page("http://a/", 0, TestLane.sketch(1, range(0, 0)), 10, true));
    Verdict similar =
        combined.decide(page("http://b/", MOST, TestLane.sketch(1, range(0, 16)), 11, true));
    Verdict confirmed =
        combined.decide(page("http://c/", 7, TestLane.sketch(1, range(0, 33)), 12, true));
    Verdict neither =
        combined.decide(page("http://d/", 15, TestLane.sketch(1, range(0, 33)), 13, true));
    Verdict template =
        combined.decide(page("http://e/", 0, TestLane.sketch(1, range(0, 50)), 14, true));

    assertThat(similar.kind()).isEqualTo(Verdict.Kind.NEAR);
    assertThat(confirmed.kind()).isEqualTo(Verdict.Kind.NEAR);
    assertThat(neither.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(template.decision()).isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldPreferTheMostSimilarThenTheClosest() {
    TestLane combined = new TestLane(DetectorSettings.combined(3, 0.8, 0.6));
    combined.decide(page("http://a/", 0b11, TestLane.sketch(1, range(0, 10)), 10, true));
    combined.decide(page("http://b/", MOST, TestLane.sketch(1, range(40, 49)), 11, true));
    combined.decide(page("http://c/", 0xff, TestLane.sketch(1, range(60, 69)), 12, true));

    Verdict verdict =
        combined.decide(page("http://x/", 0, TestLane.sketch(1, range(0, 0)), 13, true));

    assertThat(verdict.duplicateOf().url()).isEqualTo("http://c/");
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
