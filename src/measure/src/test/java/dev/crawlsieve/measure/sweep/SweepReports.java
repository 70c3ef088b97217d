package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.sweep.ChangedPage.Change;
import dev.crawlsieve.measure.sweep.ChangedPage.Copy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Synthetic sweeps with numbers like those of a small crawl of documentation. */
public final class SweepReports {

  public static final DetectorSettings DEFAULT = DetectorSettings.combined(3, 0.65, 0.5);

  private static final long PAGES = 3672;
  private static final long EXACT = 1532;
  private static final long REVISITS = 17;
  private static final List<String> NAMES =
      List.of("exception/ContextedRuntimeException", "tuple/MutablePair", "math/NumberUtils");

  private final List<DetectorSettings> settings = new ArrayList<>();
  private Optional<DetectorSettings> inForce = Optional.of(DEFAULT);
  private boolean truth;
  private long overridden;
  private double bytesPerPage = 31_812;
  private String site = "https://docs.example/commons-lang3/";
  private List<String> notes = List.of();

  /** No settings yet; verdicts in force by the default detector, no labels. */
  public static SweepReports empty() {
    return new SweepReports();
  }

  /** Two thresholds of the setting in force, each with several values. */
  public static SweepReports usual() {
    SweepReports reports = new SweepReports().with(DEFAULT);
    for (int percent = 50; percent <= 95; percent += percent == 60 ? 10 : 5) {
      reports.with(DetectorSettings.combined(3, percent / 100.0, 0.5));
    }
    for (int k : new int[] {0, 1, 2, 4, 6, 8, 10, 12}) {
      reports.with(DetectorSettings.combined(k, 0.65, 0.5));
    }
    return reports;
  }

  /** A few values of each. */
  public static SweepReports few() {
    return new SweepReports()
        .with(DEFAULT)
        .with(DetectorSettings.combined(3, 0.8, 0.5))
        .with(DetectorSettings.combined(3, 0.9, 0.5))
        .with(DetectorSettings.combined(0, 0.65, 0.5))
        .with(DetectorSettings.combined(8, 0.65, 0.5));
  }

  public SweepReports with(DetectorSettings detector) {
    settings.add(detector);
    return this;
  }

  public SweepReports withTruth() {
    truth = true;
    return this;
  }

  /** With this many pages that an override drops; under every setting, they are kept no more. */
  public SweepReports overridden(long pages) {
    overridden = pages;
    return this;
  }

  public SweepReports withoutVerdicts() {
    inForce = Optional.empty();
    return this;
  }

  public SweepReports withoutBytes() {
    bytesPerPage = 0;
    return this;
  }

  public SweepReports at(String site) {
    this.site = site;
    return this;
  }

  public SweepReports notes(String... notes) {
    this.notes = List.of(notes);
    return this;
  }

  public SweepReport build() {
    return new SweepReport(
        new ReplayedLog(
            "fingerprints", 2, PAGES, 3, inForce.isPresent() ? 41 : PAGES, bytesPerPage, notes),
        settings.stream().map(this::result).toList(),
        truth ? 412 : 0);
  }

  /** A sweep of a log without records. */
  public static SweepReport ofNothing() {
    SettingResult result =
        new SettingResult(
            new SweptSetting(DEFAULT, true),
            0,
            0,
            0,
            0,
            0,
            Optional.of(new DecisionDiff(0, 0, 0, 0, 0)),
            List.of(),
            Optional.empty());
    return new SweepReport(
        new ReplayedLog("fingerprints", 1, 0, 0, 0, 0, List.of()), List.of(result), 0);
  }

  /** The texts of the pages of any of these sweeps, except those at offsets divisible by 7. */
  public static Optional<String> text(Coordinates source) {
    if (source.offset() % 7 == 0) {
      return Optional.empty();
    }
    String name = source.offset() % 2 == 0 ? "ContextedException" : "ContextedRuntimeException";
    String parent = source.offset() % 2 == 0 ? "Exception" : "RuntimeException";
    StringBuilder text = new StringBuilder();
    text.append("Class ").append(name).append("\njava.lang.Object\n");
    text.append("An ").append(parent).append(" that provides an easy and safe way to add");
    text.append(" contextual information, such as the page ").append(source).append(".\n");
    for (int line = 0; line < 40; line++) {
      text.append("Line ").append(line).append(" says what both pages say of their methods");
      text.append(line % 9 == 4 ? " of " + name + " since 3." + source.offset() % 5 : "");
      text.append(", at some length and in the same words.\n");
    }
    return Optional.of(text.toString());
  }

  private SettingResult result(DetectorSettings detector) {
    long near = near(detector);
    boolean isInForce = inForce.filter(detector::equals).isPresent();
    Optional<DecisionDiff> diff = inForce.map(force -> diff(near, near(force)));
    long kept = PAGES - EXACT - REVISITS - near - overridden;
    return new SettingResult(
        new SweptSetting(detector, isInForce),
        kept,
        EXACT,
        near,
        REVISITS,
        overridden,
        diff,
        diff.map(d -> examples(detector, d)).orElse(List.of()),
        truth ? Optional.of(counts(near)) : Optional.empty());
  }

  private static long near(DetectorSettings s) {
    double sketch = 60 + 1080 * (1 - s.minSimilarity()) * Math.sqrt(1 - s.minSimilarity() / 3);
    return Math.round(
        s.kind() == DetectorSettings.Kind.EXACT
            ? 0
            : sketch
                + 9.0 * s.maxDistance() * (1.4 - s.confirmingSimilarity()) * s.minSimilarity());
  }

  private static DecisionDiff diff(long near, long nearInForce) {
    long nowDropped = near == nearInForce ? 0 : Math.max(2, near - nearInForce + 2);
    long nowKept = nowDropped == 0 ? 0 : nowDropped + nearInForce - near;
    long other = (nowDropped + nowKept) / 9;
    long compared = PAGES - 41;
    long dropped = EXACT + REVISITS + nearInForce;
    return new DecisionDiff(
        compared - dropped - nowDropped, dropped - nowKept - other, other, nowDropped, nowKept);
  }

  private List<ChangedPage> examples(DetectorSettings detector, DecisionDiff diff) {
    List<ChangedPage> examples = new ArrayList<>();
    int seed = (int) (diff.nowDropped() % 5);
    int bits = detector.kind() == Kind.SIMHASH ? detector.maxDistance() : 9;
    for (int i = 0; i < Math.min(2, diff.nowDropped()); i++) {
      examples.add(page(Change.NOW_DROPPED, seed + i, Optional.empty(), copy(seed + i, bits, 52)));
    }
    for (int i = 0; i < Math.min(2, diff.nowKept()); i++) {
      examples.add(page(Change.NOW_KEPT, 20 + seed + i, copy(30 + i, 11, 57), Optional.empty()));
    }
    if (diff.otherOriginal() > 0) {
      examples.add(page(Change.OTHER_ORIGINAL, 40 + seed, copy(50, 5, 70), copy(51, 4, -1)));
    }
    return examples;
  }

  private ChangedPage page(Change change, int i, Optional<Copy> before, Optional<Copy> now) {
    return new ChangedPage(change, url(i), new Coordinates(i % 4, 101 + 2L * i), before, now);
  }

  private Optional<Copy> copy(int i, int distance, int equal) {
    double similarity = equal < 0 ? -1 : equal / 84.0;
    return Optional.of(
        new Copy(url(i + 60), new Coordinates(i % 4, 20 + 2L * i), false, distance, similarity));
  }

  private String url(int i) {
    return site
        + "3."
        + (10 + i % 7)
        + ".0/org/apache/commons/lang3/"
        + NAMES.get(i % NAMES.size())
        + i
        + ".html";
  }

  private static Counts counts(long near) {
    int right = (int) Math.min(241, 60 + near * 2 / 5);
    int wrong = (int) Math.max(1, near * near / 9000);
    return new Counts(right, wrong, 253 - right, 150 - wrong, (int) (near % 9), 9);
  }
}
