package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.override.OverridesFile;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageText;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.replay.FileSource;
import dev.crawlsieve.measure.replay.LogReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The output of {@code sieve} can be replayed like that of the stream. */
final class FileReplayTest {

  private static final int PAGES = 200;
  private static final SettingsGrid NOTHING = SettingsGrid.USUAL;

  @TempDir Path dir;

  static Stream<Map<String, String>> settings() {
    return Stream.of(
        Map.of(),
        Map.of("dedup.scope", "host", "lanes", "3"),
        Map.of("fingerprint.seed", "a secret of this crawl"),
        Map.of("detector", "simhash", "index.retention", "1d", "dedup.revisit", "readmit"),
        Map.of("detector", "exact"),
        Map.of("clusters.enabled", "true", "dedup.keep", "policy"));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void shouldVerifyAndSweep(Map<String, String> settings) throws Exception {
    SieveResult result = sieve(settings);
    long judged = result.unique() + result.duplicate();

    Path killed = Files.createDirectory(dir.resolve("out/replay-0.unfinished"));
    VerdictAudit.Result audit = new VerdictAudit(source(), note -> {}).run();
    assertThat(killed).doesNotExist();
    assertThat(audit.stopped()).isFalse();
    assertThat(audit.pages()).isEqualTo(judged);
    assertThat(audit.equal()).isEqualTo(judged);
    assertThat(audit.differences()).isZero();

    SweepReport report = new LogReplay(source(), note -> {}).sweep(NOTHING, null, Overrides.NONE);
    assertThat(report.log().pages()).isEqualTo(judged);
    long dropped =
        verdicts().stream().filter(v -> v.decision() == Verdict.Decision.DUPLICATE).count();
    assertThat(report.settings().get(0).dropped()).isEqualTo(dropped);
  }

  @Test
  void shouldTellOfThePartThatWasReadWhenStopped() throws Exception {
    sieve(Map.of());
    VerdictAudit audit = new VerdictAudit(source(), note -> {});
    audit.stops().ask();
    VerdictAudit.Result result = audit.run();
    assertThat(result.stopped()).isTrue();
    assertThat(result.pages()).isZero();
    assertThat(result.differences()).isZero();

    LogReplay replay = new LogReplay(source(), note -> {});
    replay.stops().ask();
    assertThatThrownBy(() -> replay.sweep(NOTHING, null, Overrides.NONE))
        .hasMessage("stopped before the first page was decided");
  }

  @Test
  void shouldHoldToOverridesAndTryOthers() throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("overrides.jsonl"),
            """
            {"drop": {"host": "h1.example"}}
            {"keep": {"host": "h2.example"}}
            {"separate": {"hosts": ["h0.example", "h3.example"]}}
            {"thresholds": {"host": "h0.example", "sketch.min.similarity": 0.9}}
            """);
    SieveResult result = sieve(Map.of("overrides.file", file.toString()));
    assertThat(result.kinds()).containsKey("override");
    assertThat(verdicts()).anyMatch(v -> v.overridden() != null && v.kept());
    Path moved = Files.move(file, dir.resolve("moved.jsonl"));
    Map<String, String> same = Map.of("overrides.file", moved.toString());

    VerdictAudit.Result audit = new VerdictAudit(source(same), note -> {}).run();
    assertThat(audit.equal()).isEqualTo(result.unique() + result.duplicate());
    assertThat(audit.differences()).isZero();
    LogReplay replay = new LogReplay(source(same), note -> {});
    SweepReport inForce = replay.sweep(NOTHING, null, null);
    assertThat(inForce.settings().get(0).dropped()).isEqualTo(result.duplicate());
    assertThat(inForce.settings().get(0).overridden()).isEqualTo(result.kinds().get("override"));
    assertThat(inForce.settings().get(0).diff().orElseThrow().flips()).isZero();
    SweepReport without = new LogReplay(source(), note -> {}).sweep(NOTHING, null, Overrides.NONE);
    assertThat(without.settings().get(0).overridden()).isZero();
    assertThat(without.settings().get(0).diff().orElseThrow().flips()).isPositive();

    assertThatThrownBy(() -> new VerdictAudit(source(), note -> {}).run())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("--set overrides.file=FILE");
    Path other = Files.writeString(dir.resolve("other"), "{\"drop\":{\"host\":\"a\"}}");
    assertThatThrownBy(() -> source(Map.of("overrides.file", other.toString())))
        .isInstanceOf(SettingsException.class)
        .hasMessageMatching(
            "overrides.file is sha256:\\w+ \\(its .*\\) there, not without lines of.*");
  }

  /** The log says what was kept and dropped, so no file is needed, nor does another one count. */
  @Test
  void shouldHoldToWhatTheLogSaysIsKeptAndDropped() throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("overrides.jsonl"),
            """
            {"drop": {"host": "h1.example"}}

            {"keep": {"host": "h2.example"}}
            """);
    SieveResult result = sieve(Map.of("overrides.file", file.toString()));
    assertThat(verdicts().stream().map(Verdict::overridden).filter(Objects::nonNull))
        .extracting(overridden -> overridden.rule().line())
        .contains(1, 3);
    Path other = Files.writeString(dir.resolve("other"), "{\"drop\":{\"host\":\"h2.example\"}}");

    for (Map<String, String> given :
        List.of(Map.<String, String>of(), Map.of("overrides.file", other.toString()))) {
      VerdictAudit.Result audit = new VerdictAudit(source(given), note -> {}).run();
      assertThat(audit.equal()).isEqualTo(result.unique() + result.duplicate());
      assertThat(audit.differences()).isZero();
    }
    SweepReport inForce = new LogReplay(source(), note -> {}).sweep(NOTHING, null, null);
    assertThat(inForce.settings().get(0).overridden()).isEqualTo(result.kinds().get("override"));
    assertThat(inForce.settings().get(0).diff().orElseThrow().flips()).isZero();
    SweepReport tried =
        new LogReplay(source(), note -> {})
            .sweep(
                NOTHING,
                null,
                OverridesFile.read(other, PageSettings.RAW, DetectorSettings.DEFAULT));
    long named = verdicts().stream().filter(v -> v.url().contains("//h2.example/")).count();
    assertThat(tried.settings().get(0).overridden()).isEqualTo(named).isPositive();
  }

  @Test
  void shouldHoldToTheSeedAndNeverSayIt() throws Exception {
    String seed = "a secret of this crawl";
    sieve(Map.of("fingerprint.seed", seed));
    try (Stream<Path> files = Files.walk(dir.resolve("out"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, ISO_8859_1)).as(file.toString()).doesNotContain(seed);
      }
    }
    assertThat(new VerdictAudit(source(Map.of("fingerprint.seed", seed)), note -> {}).run())
        .extracting(VerdictAudit.Result::differences)
        .isEqualTo(0L);
    assertThatThrownBy(() -> source(Map.of("fingerprint.seed", "a secret of that crawl")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("fingerprint.seed is sha256:")
        .hasMessageNotContaining("secret of");
    PageFingerprinter withoutIt =
        new PageFingerprinter(source().inForce().config().fingerprinting());
    Page page = Page.of("http://a.example/", "text/plain", "", Body.of("words"));
    PageText text = withoutIt.text(page);
    assertThatThrownBy(() -> withoutIt.fingerprint(page, text, page.url(), Coordinates.NONE, 0))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("fingerprint.seed");
  }

  @Test
  void shouldRefuseASeedWhereTheLogHasNone() throws Exception {
    sieve(Map.of());
    assertThatThrownBy(() -> source(Map.of("fingerprint.seed", "a secret of this crawl")))
        .isInstanceOf(SettingsException.class)
        .hasMessageMatching("fingerprint.seed is at its default there, not sha256:.*");
  }

  @Test
  void shouldSayWhichVerdictWasChanged() throws Exception {
    sieve(Map.of());
    Path file = dir.resolve("out/verdicts.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(8, lines.get(8).replaceFirst("\"url\":\"http", "\"url\":\"https"));
    String removed = lines.remove(20);
    Files.write(file, lines);

    VerdictAudit.Result audit = new VerdictAudit(source(), note -> {}).run();
    assertThat(audit.differences()).isEqualTo(2);
    assertThat(audit.shown().get(0).fault())
        .startsWith(file + ":9: not the verdict that the log yields");
    assertThat(audit.shown().get(1).fault()).contains("has no verdict");
    assertThat(audit.shown().get(1).expected().path("url").asText())
        .isEqualTo(VerdictCodec.decode(removed.getBytes(UTF_8)).url());
  }

  @Test
  void shouldFindThePageOfEveryVerdict() throws Exception {
    sieve(Map.of("clusters.enabled", "true", "dedup.keep", "policy"));
    Map<Coordinates, String> urls = new HashMap<>();
    verdicts().forEach(verdict -> urls.put(verdict.source(), verdict.url()));
    FileSource source = source();
    PageFingerprinter reader = new PageFingerprinter(source.inForce().config().fingerprinting());
    Map<Coordinates, String> found = new HashMap<>();
    for (Map.Entry<Coordinates, ReplaySource.StoredPage> page :
        source.pages(urls.keySet()).entrySet()) {
      found.put(page.getKey(), page.getValue().read(reader).url());
    }
    assertThat(found).isEqualTo(urls);
    assertThat(source.bytesPerPage()).isGreaterThan(100);
    assertThat(source.pages(Set.of(new Coordinates(0, PAGES + 1)))).isEmpty();
  }

  @Test
  void shouldSayWhatIsMissingOrContradictsWhatIsThere() throws Exception {
    sieve(Map.of("sketch.min.similarity", "0.8"));
    assertThatThrownBy(
            () -> new FileSource(dir.resolve("out"), Map.of("sketch.min.similarity", "0.9")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("sketch.min.similarity is 0.8 there, not 0.9");
    Path fingerprints = dir.resolve("out/fingerprints.bin");
    byte[] all = Files.readAllBytes(fingerprints);
    Files.write(fingerprints, Arrays.copyOf(all, all.length / 2));
    assertThatThrownBy(this::source)
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("is cut after");
    Files.delete(fingerprints);
    assertThatThrownBy(this::source)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("there is no file " + fingerprints);
  }

  @Test
  void shouldSayThatNothingWasSieved() throws Exception {
    sieve(Map.of(), List.of());
    assertThatThrownBy(
            () -> new LogReplay(source(), note -> {}).sweep(NOTHING, null, Overrides.NONE))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("no page has been fingerprinted");
  }

  private FileSource source() {
    return source(Map.of());
  }

  private FileSource source(Map<String, String> settings) {
    return new FileSource(dir.resolve("out"), settings);
  }

  private List<Verdict> verdicts() throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve("out/verdicts.jsonl"))) {
      verdicts.add(VerdictCodec.decode(line.getBytes(UTF_8)));
    }
    return verdicts;
  }

  private SieveResult sieve(Map<String, String> settings) throws IOException {
    return sieve(settings, new RandomCrawl(5).lines(PAGES));
  }

  private SieveResult sieve(Map<String, String> settings, List<byte[]> lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      all.write(line);
      all.write('\n');
    }
    Path input = Files.write(dir.resolve("crawl.jsonl"), all.toByteArray());
    try (FileSieve sieve =
            new FileSieve(
                SieveConfig.of(settings).sieve(),
                new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null))));
        SieveFiles files = SieveFiles.in(dir.resolve("out"), false)) {
      return sieve.sieve(files, progress -> {});
    }
  }
}
