package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.index.TestDetectors;
import dev.crawlsieve.core.index.store.FastFolder;
import dev.crawlsieve.core.override.NumberedOverrides;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** An audit accepts the original verdicts, and reports every change to them. */
final class AuditPropertyTest {

  private static final int SETTINGS = 7;

  /** So little that tables go to disk. */
  private static final long LEAST_MEMORY = 1 << 16;

  private static final Verdict.Overridden DROPPED =
      new Verdict.Overridden(
          new OverrideRule(OverrideRule.Action.DROP, OverrideRule.Subject.HOST, "example.org", 1),
          null);

  private static final Verdict.Original OTHER =
      new Verdict.Original("https://example.org/other", new Coordinates(0, 999), false);

  private Path folder;
  private ReplayRoom room;

  @BeforeTry
  void begin() throws IOException {
    folder = FastFolder.make("audit");
    room = new ReplayRoom(folder, LEAST_MEMORY);
  }

  @AfterTry
  void end() throws IOException {
    room.close();
    assertThat(folder).isEmptyDirectory();
    FastFolder.remove(folder);
  }

  @Property(tries = 50)
  void verdictsAsTheyWereMadeAreEqual(
      @ForAll("detectors") DetectorSettings detector,
      @ForAll("rules") RuleSettings rule,
      @ForAll @IntRange(min = 1, max = 150) int pages,
      @ForAll @IntRange(min = 0, max = 150) int undecided,
      @ForAll long seed)
      throws UnreadableRecordException {
    List<ComparedPage> lane =
        NumberedOverrides.logged(GeneratedPages.lane(pages, 5, 2, seed), rule);
    List<Verdict> verdicts = verdicts(lane, detector, rule);
    verdicts = verdicts.subList(0, Math.max(0, pages - undecided));
    Audit audit = audit(lane, detector, rule, verdicts);
    assertThat(audit.shown()).isEmpty();
    assertThat(audit.differences()).isZero();
    assertThat(audit.equal()).isEqualTo(verdicts.size());
    assertThat(audit.undecided()).isEqualTo(pages - verdicts.size());
  }

  @Property(tries = 100)
  void everyAlteredVerdictIsFound(
      @ForAll("detectors") DetectorSettings detector,
      @ForAll("rules") RuleSettings rule,
      @ForAll @IntRange(min = 2, max = 100) int pages,
      @ForAll @IntRange(min = 0, max = 10) int alteration,
      @ForAll long seed)
      throws UnreadableRecordException {
    List<ComparedPage> lane =
        NumberedOverrides.logged(GeneratedPages.lane(pages, 5, 2, seed), rule);
    List<Verdict> verdicts = new ArrayList<>(verdicts(lane, detector, rule));
    int which = new Random(seed).nextInt(pages - 1);
    Verdict altered = altered(verdicts.get(which), alteration);
    verdicts.set(which, altered);
    Audit audit = audit(lane, detector, rule, verdicts);
    assertThat(audit.differences()).isEqualTo(1);
    assertThat(audit.equal()).isEqualTo(pages - 1);
    Audit.Difference difference = audit.shown().get(0);
    assertThat(difference.fault()).isEqualTo(Audit.Fault.DIFFERENT);
    assertThat(difference.place()).isEqualTo(new Coordinates(0, which));
    assertThat(difference.out().offset()).isEqualTo(which);
    assertThat(difference.expected().withoutSearch()).isNotEqualTo(altered.withoutSearch());
  }

  @Property(tries = 50)
  void missingRepeatedMisplacedAndUnfoundedVerdictsAreFound(
      @ForAll("detectors") DetectorSettings detector,
      @ForAll("rules") RuleSettings rule,
      @ForAll long seed) {
    List<ComparedPage> lane = NumberedOverrides.logged(GeneratedPages.lane(20, 5, 2, seed), rule);
    List<Verdict> verdicts = verdicts(lane, detector, rule);
    Audit audit = new Audit(new LaneRange(0, 0, 22), detector, rule, SETTINGS, room);
    for (Verdict verdict : verdicts) {
      if (verdict.laneOffset() != 4) {
        int partition = verdict.source().partition() + (verdict.laneOffset() == 9 ? 1 : 0);
        audit.out(verdict, new Coordinates(partition, verdict.laneOffset()));
      }
    }
    audit.out(verdicts.get(6), new Coordinates(verdicts.get(6).source().partition(), 100));
    lane.stream().filter(page -> page.laneOffset() != 13).forEach(page -> decide(audit, page));
    audit.end();
    assertThat(audit.shown().stream().map(Audit.Difference::fault))
        .contains(
            Audit.Fault.MISSING,
            Audit.Fault.REPEATED,
            Audit.Fault.MISPLACED,
            Audit.Fault.UNFOUNDED);
  }

  private static Verdict altered(Verdict v, int alteration) {
    JudgedPage page =
        new JudgedPage(
            alteration == 0 ? v.url() + "?" : v.url(),
            v.source(),
            alteration == 1 ? v.timestamp() + 1 : v.timestamp(),
            v.lane(),
            v.laneOffset(),
            false);
    Verdict.Basis basis =
        new Verdict.Basis(
            alteration == 3 ? v.basis().detector() + "?" : v.basis().detector(),
            alteration == 4 ? v.basis().settings() + 1 : v.basis().settings());
    Evidence evidence = altered(v.evidence(), alteration);
    Verdict.Original earlier =
        alteration == 9 ? (v.newVersionOf() == null ? OTHER : null) : v.newVersionOf();
    Verdict.Overridden overridden =
        alteration == 10 && v.overridden() == null
            ? DROPPED
            : alteration == 10 ? null : v.overridden();
    if (overridden != null && alteration == 10) {
      return new Verdict(page, null, v.compared(), basis, null, null, overridden);
    }
    boolean ruled = evidence != null || earlier != null;
    return new Verdict(
        page,
        evidence,
        v.compared(),
        basis,
        evidence == null ? earlier : null,
        v.replaces(),
        ruled ? null : overridden);
  }

  /** A unique page becomes a duplicate, and the other way round, or one part changes. */
  private static Evidence altered(Evidence evidence, int alteration) {
    if (evidence == null) {
      return alteration == 2 || (alteration > 4 && alteration < 9)
          ? new Evidence(
              Verdict.Kind.EXACT,
              OTHER,
              Evidence.Match.EXACT,
              0,
              -1,
              -1,
              Reason.SIMILAR,
              -1,
              "content")
          : null;
    }
    Verdict.Kind kind =
        evidence.kind() == Verdict.Kind.EXACT ? Verdict.Kind.NEAR : Verdict.Kind.EXACT;
    return alteration == 2 || alteration == 9
        ? null
        : new Evidence(
            alteration == 5 ? kind : evidence.kind(),
            alteration == 6 ? OTHER : evidence.duplicateOf(),
            evidence.match(),
            alteration == 7 ? evidence.distance() + 1 : evidence.distance(),
            alteration == 8 ? Math.abs(evidence.similarity() - 0.01) : evidence.similarity(),
            evidence.agreeing(),
            Reason.SIMILAR,
            -1,
            evidence.table());
  }

  private static void decide(Audit audit, ComparedPage page) {
    audit.pages(List.of(page));
  }

  private Audit audit(
      List<ComparedPage> lane, DetectorSettings detector, RuleSettings rule, List<Verdict> verdicts)
      throws UnreadableRecordException {
    Audit audit = new Audit(new LaneRange(0, 0, lane.size()), detector, rule, SETTINGS, room);
    for (Verdict verdict : verdicts) {
      audit.out(
          VerdictCodec.decode(VerdictCodec.encode(verdict)),
          new Coordinates(verdict.source().partition(), verdict.laneOffset()));
    }
    lane.forEach(page -> decide(audit, page));
    audit.end();
    return audit;
  }

  private static List<Verdict> verdicts(
      List<ComparedPage> lane, DetectorSettings detector, RuleSettings rule) {
    Decider decider =
        new Decider(new LinearScanIndex(Detector.of(detector), rule), detector.name(), SETTINGS);
    return lane.stream().map(page -> decider.decide(0, page)).toList();
  }

  @Provide
  Arbitrary<RuleSettings> rules() {
    return Arbitraries.of(GeneratedPages.OVERRIDDEN);
  }

  @Provide
  Arbitrary<DetectorSettings> detectors() {
    return Arbitraries.of(TestDetectors.SOME);
  }
}
