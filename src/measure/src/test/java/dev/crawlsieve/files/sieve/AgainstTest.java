package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintFileReader;
import dev.crawlsieve.core.fingerprint.FingerprintFileWriter;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.replay.FileSource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code sieve --against}: a crawl compared with an existing corpus. */
final class AgainstTest {

  private static final int PAGES = 300;

  @TempDir Path dir;

  static Stream<Map<String, String>> settings() {
    return Stream.of(
        Map.of(),
        Map.of("detector", "simhash", "simhash.max.distance", "6"),
        Map.of("dedup.scope", "host", "lanes", "3"),
        Map.of("dedup.revisit", "readmit", "index.memory.bytes", "65536"));
  }

  /** The two halves of one random crawl, so that the second has copies of the first. */
  @ParameterizedTest
  @MethodSource("settings")
  void shouldSayWhatALinearScanOfCorpusAndCrawlSays(Map<String, String> settings) throws Exception {
    SieveConfig config = SieveConfig.of(settings);
    List<byte[]> pages = new RandomCrawl(7).lines(2 * PAGES);
    Path corpus = write("corpus.jsonl", pages.subList(0, PAGES));
    Path crawl = write("crawl.jsonl", pages.subList(PAGES, 2 * PAGES));

    SieveResult result = sieve(config, crawl, "out", corpus);

    Map<Integer, Decider> lanes = new HashMap<>();
    List<Verdict> verdicts = verdicts("out");
    Set<Coordinates> kept = new HashSet<>();
    ScopeKeys scopes = new ScopeKeys();
    try (FingerprintFileReader log =
        FingerprintFileReader.open(dir.resolve("out/fingerprints.bin"))) {
      for (Verdict verdict : verdicts) {
        FingerprintFileReader.Entry entry = log.next();
        Decider decider =
            lanes.computeIfAbsent(
                entry.lane(),
                lane ->
                    new Decider(
                        new LinearScanIndex(Detector.of(config.detector()), config.rule()),
                        config.detector().name(),
                        config.verdictHash()));
        ComparedPage page =
            ComparedPage.of(scopes.of(entry.scope()), entry.laneOffset(), entry.fingerprint());
        assertThat(verdict.withoutSearch())
            .isEqualTo(decider.decide(entry.lane(), page).withoutSearch());
        assertThat(verdict.reference()).isEqualTo(verdict.source().offset() < PAGES);
        if (verdict.route() == Verdict.Route.UNIQUE) {
          kept.add(verdict.source());
        }
      }
      assertThat(log.next()).isNull();
    }
    List<Verdict> own = verdicts.stream().filter(verdict -> !verdict.reference()).toList();
    assertThat(lines("out/unique.jsonl")).hasSize(kept.size()).hasSize((int) result.unique());
    assertThat(lines("out/duplicate.jsonl")).hasSize(own.size() - kept.size());
    assertThat(own)
        .anyMatch(verdict -> copies(verdict) && verdict.duplicateOf().reference())
        .anyMatch(verdict -> copies(verdict) && kept.contains(verdict.duplicateOf().source()));
    assertThat(result.pages())
        .isEqualTo(result.unique() + result.duplicate() + result.unjudged() + result.deadLetters());
    assertThat(result.pages() + result.corpus().pages()).isEqualTo(2L * PAGES);
    assertThat(result.corpus().copied())
        .isEqualTo(own.stream().filter(v -> copies(v) && v.duplicateOf().reference()).count());
    assertThat(result.corpus().unjudged()).isPositive();
    assertThat(lines("out/unjudged.jsonl")).hasSize((int) result.unjudged());

    FileSource source = new FileSource(dir.resolve("out"), Map.of());
    VerdictAudit.Result audit = new VerdictAudit(source, note -> {}).run();
    assertThat(audit.differences()).isZero();
    assertThat(audit.equal()).isEqualTo(verdicts.size());
    // The pages of the folder are the crawl's own.
    PageFingerprinter reader = new PageFingerprinter(config.fingerprinting());
    Map<Coordinates, String> urls = new HashMap<>();
    own.forEach(verdict -> urls.put(verdict.source(), verdict.url()));
    Map<Coordinates, String> found = new HashMap<>();
    for (var page : source.pages(all(verdicts)).entrySet()) {
      found.put(page.getKey(), page.getValue().read(reader).url());
    }
    assertThat(found).isEqualTo(urls);
  }

  private static Set<Coordinates> all(List<Verdict> verdicts) {
    Set<Coordinates> all = new HashSet<>();
    verdicts.forEach(verdict -> all.add(verdict.source()));
    return all;
  }

  private static boolean copies(Verdict verdict) {
    return verdict.evidence() != null;
  }

  /** A folder stands for the pages that it kept, whether or not their bodies are read again. */
  @ParameterizedTest
  @MethodSource("settings")
  void shouldSayTheSameOfAFolderAsOfThePagesThatItKept(Map<String, String> settings)
      throws Exception {
    SieveConfig config = SieveConfig.of(settings);
    List<byte[]> pages = new RandomCrawl(8).lines(2 * PAGES);
    Path first = write("first.jsonl", pages.subList(0, PAGES));
    Path crawl = write("crawl.jsonl", pages.subList(PAGES, 2 * PAGES));
    SieveResult earlier = sieve(config, first, "week1");

    SieveResult plain = sieve(config, crawl, "plain", dir.resolve("week1/unique.jsonl"));
    SieveResult cheap = sieve(config, crawl, "cheap", dir.resolve("week1"));

    assertThat(SieveInputs.of(List.of(), List.of(dir.resolve("week1")), config.sieve()).sieved())
        .hasSize(1);
    assertThat(cheap.corpus().pages())
        .isEqualTo(earlier.unique())
        .isEqualTo(plain.corpus().pages());
    assertThat(cheap.corpus().bytes()).isZero();
    for (String file : List.of("unique", "duplicate", "unjudged", "verdicts", "dead-letters")) {
      assertThat(lines("cheap/" + file + ".jsonl")).isEqualTo(lines("plain/" + file + ".jsonl"));
    }
    assertThat(Files.readAllBytes(dir.resolve("cheap/fingerprints.bin")))
        .isEqualTo(Files.readAllBytes(dir.resolve("plain/fingerprints.bin")));
  }

  @Test
  void shouldReadTheKeptPagesAgainWhereFingerprintsAreOthers() throws Exception {
    List<byte[]> pages = new RandomCrawl(9).lines(2 * PAGES);
    Path first = write("first.jsonl", pages.subList(0, PAGES));
    Path crawl = write("crawl.jsonl", pages.subList(PAGES, 2 * PAGES));
    SieveResult earlier = sieve(SieveConfig.of(Map.of()), first, "week1");
    int number = 0;
    for (Map<String, String> other :
        List.of(
            Map.of("text", "visible"),
            Map.of("fingerprint.seed", "a secret of this crawl"),
            Map.of("dedup.scope", "host"),
            Map.of("clusters.enabled", "true", "dedup.keep", "policy"))) {
      SieveConfig config = SieveConfig.of(other);
      SieveInputs inputs = SieveInputs.of(List.of(), List.of(dir.resolve("week1")), config.sieve());
      assertThat(inputs.sieved()).isEmpty();
      SieveResult result = sieve(config, crawl, "out" + number++, dir.resolve("week1"));
      assertThat(result.corpus().pages()).isEqualTo(earlier.unique());
      assertThat(result.corpus().copied()).isPositive();
    }
    Files.delete(dir.resolve("week1/unique.jsonl"));
    assertThatThrownBy(
            () ->
                SieveInputs.of(
                    List.of(),
                    List.of(dir.resolve("week1")),
                    SieveConfig.of(Map.of("fingerprint.seed", "a secret of this crawl")).sieve()))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("were made with other settings (perhaps another fingerprint.seed)")
        .hasMessageContaining("there is no file " + dir.resolve("week1/unique.jsonl"));
  }

  /** As {@code replay} refuses it. */
  @Test
  void shouldRefuseAFolderThatAnotherVersionDecidedWithSettingsOfItsOwn() throws Exception {
    SieveConfig config = SieveConfig.of(Map.of());
    Path crawl = write("crawl.jsonl", new RandomCrawl(12).lines(20));
    sieve(config, crawl, "week1");
    Path file = dir.resolve("week1/fingerprints.bin");
    Path other = dir.resolve("other.bin");
    try (FingerprintFileReader reader = FingerprintFileReader.open(file)) {
      TreeMap<String, String> settings = new TreeMap<>(reader.settings());
      settings.put("near.phase.of.moon", "full");
      try (FingerprintFileWriter writer =
          new FingerprintFileWriter(Files.newOutputStream(other), reader.lanes(), settings)) {
        for (var next = reader.next(); next != null; next = reader.next()) {
          writer.add(next.scope(), next.fingerprint(), next.override());
        }
        writer.finish();
      }
    }
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> sieve(config, crawl, "a", dir.resolve("week1")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("near.phase.of.moon");
    assertThatThrownBy(() -> new FileSource(dir.resolve("week1"), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("near.phase.of.moon");
  }

  /** A corpus of a corpus is not part of it: a folder stands for its own pages only. */
  @Test
  void shouldTakeFromAFolderItsOwnPagesOnly() throws Exception {
    List<byte[]> pages = new RandomCrawl(10).lines(3 * PAGES);
    SieveConfig config = SieveConfig.of(Map.of());
    SieveResult first = sieve(config, write("1.jsonl", pages.subList(0, PAGES)), "week1");
    SieveResult second =
        sieve(
            config,
            write("2.jsonl", pages.subList(PAGES, 2 * PAGES)),
            "week2",
            dir.resolve("week1"));
    SieveResult third =
        sieve(
            config,
            write("3.jsonl", pages.subList(2 * PAGES, 3 * PAGES)),
            "week3",
            dir.resolve("week1"),
            dir.resolve("week2"));
    assertThat(third.corpus().pages()).isEqualTo(first.unique() + second.unique());
    assertThat(third.corpus().compared()).isEqualTo(third.corpus().pages());
  }

  @Test
  void shouldSayWhichFilesOfAFolderDoNotBelongTogether() throws Exception {
    SieveConfig config = SieveConfig.of(Map.of());
    Path crawl = write("crawl.jsonl", new RandomCrawl(11).lines(50));
    sieve(config, crawl, "week1");
    Path verdicts = dir.resolve("week1/verdicts.jsonl");
    List<String> lines = Files.readAllLines(verdicts);

    Files.write(verdicts, lines.subList(0, 9));
    assertThatThrownBy(() -> sieve(config, crawl, "a", dir.resolve("week1")))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("do not belong together: they differ at page 10");
    List<String> swapped = new ArrayList<>(lines);
    swapped.set(3, lines.get(4));
    Files.write(verdicts, swapped);
    assertThatThrownBy(() -> sieve(config, crawl, "b", dir.resolve("week1")))
        .hasMessageContaining("they differ at page 4");
    swapped.set(3, "nonsense");
    Files.write(verdicts, swapped);
    assertThatThrownBy(() -> sieve(config, crawl, "c", dir.resolve("week1")))
        .hasMessageContaining(verdicts + ":4: ");
    swapped.set(3, lines.get(3));
    swapped.add(lines.get(0));
    Files.write(verdicts, swapped);
    assertThatThrownBy(() -> sieve(config, crawl, "d", dir.resolve("week1")))
        .hasMessageContaining("they differ at page " + (lines.size() + 1));
    assertThat(dir.resolve("d/unique.jsonl")).doesNotExist();

    Files.write(verdicts, lines);
    Path fingerprints = dir.resolve("week1/fingerprints.bin");
    byte[] all = Files.readAllBytes(fingerprints);
    Files.write(fingerprints, java.util.Arrays.copyOf(all, all.length / 2));
    assertThatThrownBy(() -> sieve(config, crawl, "e", dir.resolve("week1")))
        .hasMessageContaining("is cut after");
    Files.write(fingerprints, new byte[] {1, 2});
    assertThatThrownBy(() -> sieve(config, crawl, "f", dir.resolve("week1")))
        .hasMessageContaining("is not a file of fingerprints");
  }

  @Test
  void shouldSetAsideWhatIsBadInTheCorpus() throws Exception {
    byte[] good = "{\"url\":\"http://a/\",\"text\":\"some words\"}".getBytes(UTF_8);
    Path corpus = write("corpus.jsonl", List.of("nonsense".getBytes(UTF_8), good));
    SieveResult result =
        sieve(SieveConfig.of(Map.of()), write("crawl.jsonl", List.of(good)), "out", corpus);
    assertThat(result.deadLetters()).isEqualTo(1);
    assertThat(result.corpus().pages()).isEqualTo(1);
    assertThat(result.kinds()).containsEntry("revisit", 1L);
    assertThat(lines("out/dead-letters.jsonl").get(0)).contains("nonsense");
    assertThatThrownBy(
            () ->
                sieve(
                    SieveConfig.of(Map.of()),
                    write("crawl.jsonl", List.of(good)),
                    "none",
                    dir.resolve("absent")))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(dir.resolve("absent").toString());
  }

  private SieveResult sieve(SieveConfig config, Path crawl, String out, Path... against) {
    SieveInputs inputs =
        SieveInputs.of(
            List.of(new InputGroup(List.of(crawl), null)), List.of(against), config.sieve());
    try (FileSieve sieve =
            new FileSieve(
                config.sieve(),
                inputs,
                new InFlight(40, 100_000),
                3,
                () -> Instant.ofEpochMilli(1_000),
                FileSieve.CHECKPOINT_EVERY);
        SieveFiles files = SieveFiles.in(dir.resolve(out), false)) {
      return sieve.sieve(files, progress -> {});
    }
  }

  private Path write(String name, List<byte[]> lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      all.write(line);
      all.write('\n');
    }
    return Files.write(dir.resolve(name), all.toByteArray());
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(dir.resolve(file), java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private List<Verdict> verdicts(String out) throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve(out + "/verdicts.jsonl"))) {
      verdicts.add(VerdictCodec.decode(line.getBytes(UTF_8)));
    }
    return verdicts;
  }
}
