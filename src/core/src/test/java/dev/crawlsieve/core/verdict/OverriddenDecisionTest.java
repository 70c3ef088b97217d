package dev.crawlsieve.core.verdict;

import static dev.crawlsieve.core.verdict.TestLane.page;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.override.OverridesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions under overrides. */
final class OverriddenDecisionTest {

  private static final DetectorSettings DETECTOR = DetectorSettings.simhash(3);

  @TempDir Path folder;

  private TestLane lane(boolean readmit, String... lines) throws IOException {
    Path file = Files.write(folder.resolve("overrides.jsonl"), List.of(lines));
    return new TestLane(
        DETECTOR,
        new RuleSettings(
            Duration.ZERO, readmit, OverridesFile.read(file, PageSettings.RAW, DETECTOR)));
  }

  @Test
  void shouldDropWhateverAPageHoldsAndCompareNothingWithIt() throws Exception {
    TestLane lane = lane(false, "{\"drop\":{\"host\":\"spam.example\"}}");
    Verdict dropped = lane.decide(page("http://a.spam.example/", 1, 10, true));
    assertThat(dropped.decision()).isEqualTo(Verdict.Decision.DUPLICATE);
    assertThat(dropped.kind()).isEqualTo(Verdict.Kind.OVERRIDE);
    assertThat(dropped.route()).isEqualTo(Verdict.Route.DUPLICATE);
    assertThat(dropped.evidence()).isNull();
    assertThat(dropped.duplicateOf()).isNull();
    assertThat(dropped.kept()).isFalse();
    String json = new String(VerdictCodec.encode(dropped), UTF_8);
    assertThat(json)
        .contains("\"decision\":\"duplicate\",\"kind\":\"override\",\"duplicateOf\":null")
        .endsWith(",\"override\":{\"action\":\"drop\",\"host\":\"spam.example\",\"line\":1}}");
    assertThat(VerdictCodec.decode(json.getBytes(UTF_8))).isEqualTo(dropped);

    Verdict copy = lane.decide(page("http://b/", 1, 10, true));
    assertThat(copy.decision()).isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldKeepAPageThatMatchesAndSayWhat() throws Exception {
    TestLane lane = lane(false, "{\"keep\":{\"host\":\"shop.example\"}}");
    lane.decide(page("http://a/", 1, 10, true));
    Verdict kept = lane.decide(page("http://shop.example/", 1, 10, true));
    assertThat(kept.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(kept.kind()).isNull();
    assertThat(kept.overridden().match())
        .isEqualTo(new Verdict.Original("http://a/", new Coordinates(0, 0), false));
    assertThat(VerdictCodec.decode(VerdictCodec.encode(kept))).isEqualTo(kept);
    assertThat(new String(VerdictCodec.encode(kept), UTF_8))
        .endsWith(
            ",\"override\":{\"action\":\"keep\",\"host\":\"shop.example\",\"line\":1,"
                + "\"matches\":{\"url\":\"http://a/\",\"partition\":0,\"offset\":0}}}");
    // copies of it are copies of what it matches, and it is kept again when it comes again
    assertThat(lane.decide(page("http://b/", 1, 10, true)).duplicateOf().url())
        .isEqualTo("http://a/");
    assertThat(lane.decide(page("http://shop.example/", 1, 10, true)).decision())
        .isEqualTo(Verdict.Decision.UNIQUE);
  }

  @Test
  void shouldKeepAPageThatMatchesNoneByTheRule() throws Exception {
    TestLane lane = lane(false, "{\"keep\":{\"host\":\"shop.example\"}}");
    Verdict first = lane.decide(page("http://shop.example/", 1, 10, true));
    assertThat(first.overridden()).isNull();
    assertThat(first.decision()).isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(lane.decide(page("http://a/", 1, 10, true)).duplicateOf().url())
        .isEqualTo("http://shop.example/");
  }

  @Test
  void shouldGiveTheNextBestItsPlaceWhereTwoAreSeparate() throws Exception {
    TestLane lane = lane(false, "{\"separate\":{\"hosts\":[\"a.example\",\"b.example\"]}}");
    Verdict a = lane.decide(page("http://a.example/", 0b0000, 10, true));
    Verdict exact = lane.decide(page("http://b.example/", 0b0000, 10, true));
    assertThat(List.of(a, exact))
        .allMatch(v -> v.decision() == Verdict.Decision.UNIQUE && v.overridden() == null);
    // nearest is the page of a.example, then that of b.example
    Verdict next = lane.decide(page("http://b.example/next", 0b0001, 11, true));
    assertThat(next.duplicateOf().url()).isEqualTo("http://b.example/");
    assertThat(lane.decide(page("http://c.example/", 0b0000, 10, true)).duplicateOf().url())
        .isEqualTo("http://a.example/");
    assertThat(lane.decide(page("http://b.example/exact", 0b0000, 10, true)).duplicateOf().url())
        .isEqualTo("http://b.example/");
  }

  @Test
  void shouldAskForNearerPagesOnAHostWithThresholdsButNotForOthersThanItself() throws Exception {
    TestLane lane =
        lane(false, "{\"thresholds\":{\"host\":\"shop.example\",\"simhash.max.distance\":1}}");
    lane.decide(page("http://a/", 0b0000, 10, true));
    assertThat(lane.decide(page("http://shop.example/1", 0b0001, 11, true)).kind())
        .isEqualTo(Verdict.Kind.NEAR);
    assertThat(lane.decide(page("http://shop.example/2", 0b0011, 12, true)).decision())
        .isEqualTo(Verdict.Decision.UNIQUE);
    assertThat(lane.decide(page("http://shop.example/3", 0b1110, 10, true)).kind())
        .as("the same content is a copy under any threshold")
        .isEqualTo(Verdict.Kind.EXACT);
    assertThat(lane.decide(page("http://b/", 0b1011, 13, true)).duplicateOf().url())
        .as("the later page's host counts")
        .isEqualTo("http://shop.example/2");
  }

  @Test
  void shouldApplyThresholdsToWhatANewVersionIsOne() throws Exception {
    TestLane lane =
        lane(true, "{\"thresholds\":{\"host\":\"shop.example\",\"simhash.max.distance\":1}}");
    lane.decide(page("http://shop.example/", 0b0000, 10, true));
    assertThat(lane.decide(page("http://shop.example/", 0b0001, 11, true)).newVersionOf())
        .isNotNull();
    assertThat(lane.decide(page("http://shop.example/", 0b111111, 12, true)).newVersionOf())
        .isNull();
  }
}
