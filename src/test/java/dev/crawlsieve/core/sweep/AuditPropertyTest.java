package dev.crawlsieve.core.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** An audit accepts the original verdicts, and reports every change to them. */
final class AuditPropertyTest {

  private static final int SETTINGS = 7;

  @Property(tries = 150)
  void verdictsAsTheyWereMadeAreEqual(
      @ForAll("detectors") DetectorSettings detector,
      @ForAll("rules") RuleSettings rule,
      @ForAll @IntRange(min = 1, max = 150) int pages,
      @ForAll @IntRange(min = 0, max = 150) int undecided,
      @ForAll long seed)
      throws UnreadableVerdictException {
    List<LeaderRecord> lane = GeneratedPages.lane(pages, 5, 2, seed);
    List<Verdict> verdicts = verdicts(lane, detector, rule);
    verdicts = verdicts.subList(0, Math.max(0, pages - undecided));
    Audit audit = audit(lane, detector, rule, verdicts);
    assertThat(audit.differences()).isZero();
    assertThat(audit.equal()).isEqualTo(verdicts.size());
    assertThat(audit.undecided()).isEqualTo(pages - verdicts.size());
  }

  @Property(tries = 300)
  void everyAlteredVerdictIsFound(
      @ForAll("detectors") DetectorSettings detector,
      @ForAll("rules") RuleSettings rule,
      @ForAll @IntRange(min = 2, max = 100) int pages,
      @ForAll @IntRange(min = 0, max = 9) int alteration,
      @ForAll long seed)
      throws UnreadableVerdictException {
    List<LeaderRecord> lane = GeneratedPages.lane(pages, 5, 2, seed);
    List<Verdict> verdicts = new ArrayList<>(verdicts(lane, detector, rule));
    int which = new Random(seed).nextInt(pages - 1);
    Verdict altered = altered(verdicts.get(which), alteration);
    verdicts.set(which, altered);
    Audit audit = audit(lane, detector, rule, verdicts);
    assertThat(audit.differences()).isEqualTo(1);
    assertThat(audit.equal()).isEqualTo(pages - 1);
    Audit.Difference difference = audit.shown().get(0);
    assertThat(difference.fault()).isEqualTo(Audit.Fault.DIFFERENT);
    assertThat(difference.place()).isEqualTo(new Place(0, which));
    assertThat(difference.out().offset()).isEqualTo(which);
    assertThat(difference.expected().foundBy("", 0)).isNotEqualTo(altered.foundBy("", 0));
  }

  @Property(tries = 50)
  void missingRepeatedMisplacedAndUnfoundedVerdictsAreFound(
      @ForAll("detectors") DetectorSettings detector,
      @ForAll("rules") RuleSettings rule,
      @ForAll long seed) {
    List<LeaderRecord> lane = GeneratedPages.lane(20, 5, 2, seed);
    List<Verdict> verdicts = verdicts(lane, detector, rule);
    Audit audit = new Audit(new LaneRange(0, 0, 22), detector, rule, SETTINGS);
    for (Verdict verdict : verdicts) {
      if (verdict.laneOffset() != 4) {
        int partition = verdict.source().partition() + (verdict.laneOffset() == 9 ? 1 : 0);
        audit.out(verdict, new Coordinates(partition, verdict.laneOffset()));
      }
    }
    audit.out(verdicts.get(6), new Coordinates(verdicts.get(6).source().partition(), 100));
    lane.stream().filter(page -> page.laneOffset() != 13).forEach(audit::page);
    audit.end();
    assertThat(audit.shown().stream().map(Audit.Difference::fault))
        .contains(
            Audit.Fault.MISSING,
            Audit.Fault.REPEATED,
            Audit.Fault.MISPLACED,
            Audit.Fault.UNFOUNDED);
  }

  private static Verdict altered(Verdict v, int alteration) {
    boolean unique = v.decision() == Verdict.Decision.UNIQUE;
    Verdict.Original other =
        new Verdict.Original("https://example.org/other", new Coordinates(0, 999));
    boolean flip = alteration == 2 || (alteration > 4 && alteration < 9 && unique);
    Verdict.Kind kind = v.kind() == Verdict.Kind.EXACT ? Verdict.Kind.NEAR : Verdict.Kind.EXACT;
    return new Verdict(
        alteration == 0 ? v.url() + "?" : v.url(),
        v.source(),
        alteration == 1 ? v.timestamp() + 1 : v.timestamp(),
        v.lane(),
        v.laneOffset(),
        flip ? (unique ? Verdict.Decision.DUPLICATE : Verdict.Decision.UNIQUE) : v.decision(),
        flip || alteration == 5 ? kind : v.kind(),
        flip || alteration == 6 ? other : v.duplicateOf(),
        v.match(),
        alteration == 7 ? v.distance() + 1 : v.distance(),
        alteration == 8 ? Math.abs(v.similarity() - 0.01) : v.similarity(),
        v.agreeing(),
        v.table(),
        v.compared(),
        alteration == 3 != v.truncated(),
        v.detector(),
        alteration == 4 ? v.settings() + 1 : v.settings(),
        alteration == 9 ? (v.newVersionOf() == null ? other : null) : v.newVersionOf(),
        v.replaces());
  }

  private static Audit audit(
      List<LeaderRecord> lane, DetectorSettings detector, RuleSettings rule, List<Verdict> verdicts)
      throws UnreadableVerdictException {
    Audit audit = new Audit(new LaneRange(0, 0, lane.size()), detector, rule, SETTINGS);
    for (Verdict verdict : verdicts) {
      audit.out(
          VerdictCodec.decode(VerdictCodec.encode(verdict)),
          new Coordinates(verdict.source().partition(), verdict.laneOffset()));
    }
    lane.forEach(audit::page);
    audit.end();
    return audit;
  }

  private static List<Verdict> verdicts(
      List<LeaderRecord> lane, DetectorSettings detector, RuleSettings rule) {
    Decider decider =
        new Decider(new LinearScanIndex(Detector.of(detector), rule), detector.name(), SETTINGS);
    return lane.stream().map(page -> decider.decide(0, page)).toList();
  }

  @Provide
  Arbitrary<RuleSettings> rules() {
    return Arbitraries.of(GeneratedPages.RULES);
  }

  @Provide
  Arbitrary<DetectorSettings> detectors() {
    return Arbitraries.of(
        DetectorSettings.simhash(3),
        DetectorSettings.sketch(0.65, 0.95),
        DetectorSettings.supershingle(2),
        DetectorSettings.combined(3, 0.65, 0.95, 0.5));
  }
}
