package dev.crawlsieve.core.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.core.override.OverridesFile;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.Verdict.Decision;
import dev.crawlsieve.core.verdict.Verdict.Kind;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SieveTest {

  private static final String HTML = "text/html; charset=utf-8";

  @TempDir Path folder;

  private final BodyFingerprinter fingerprinter = new BodyFingerprinter();

  @Test
  void shouldKeepNewPagesAndDropCopies() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      Verdict first = sieve.decide(page("/a", 1, 0));
      Verdict exact = sieve.decide(page("/b", 1, 0));
      byte[] shorter = Prose.page(1, 0).replaceFirst("(word\\d+ ){5}</p>", "").getBytes(UTF_8);
      Verdict near =
          sieve.decide(fingerprinter.fingerprint("https://example.org/c", shorter, HTML));
      Verdict other = sieve.decide(page("/d", 2, 0));

      assertThat(first.decision()).isEqualTo(Decision.UNIQUE);
      assertThat(exact.kind()).isEqualTo(Kind.EXACT);
      assertThat(near.kind()).isEqualTo(Kind.NEAR);
      assertThat(near.duplicateOf().url()).isEqualTo("https://example.org/a");
      assertThat(other.kept()).isTrue();
    }
  }

  @Test
  void shouldNumberPagesInTheOrderOfDecisions() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      sieve.decide(page("/a", 1, 0));
      Verdict second = sieve.decide(page("/b", 2, 0).at(new Coordinates(7, 70)));

      assertThat(second.source()).isEqualTo(new Coordinates(0, 1));
      assertThat(second.laneOffset()).isEqualTo(1);
      assertThat(second.lane()).isZero();
      assertThat(sieve.decided()).isEqualTo(2);
    }
  }

  @Test
  void shouldSayThatAFolderIsInUse() {
    try (Sieve sieve = Sieve.open(folder)) {
      assertThatThrownBy(() -> Sieve.open(folder))
          .isInstanceOf(IndexException.class)
          .hasMessage(
              "the index in %s is in use: close what has it open, or use another folder", folder);
      assertThat(sieve.decided()).isZero();
    }
  }

  /** In the stream the same position means the same record; here it would hide the revisit. */
  @Test
  void shouldDropAPageThatComesAgain() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      Fingerprint page = page("/a", 1, 0);
      sieve.decide(page);
      Verdict again = sieve.decide(page);

      assertThat(again.decision()).isEqualTo(Decision.DUPLICATE);
      assertThat(again.kind()).isEqualTo(Kind.REVISIT);
    }
  }

  @Test
  void shouldGoOnWhereItWasClosed() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      sieve.decide(page("/a", 1, 0));
      sieve.decide(page("/b", 1, 0));
    }
    try (Sieve sieve = Sieve.open(folder)) {
      Verdict verdict = sieve.decide(page("/c", 1, 0));

      assertThat(verdict.source()).isEqualTo(new Coordinates(0, 2));
      assertThat(verdict.duplicateOf().url()).isEqualTo("https://example.org/a");
    }
  }

  /** With a memory this small, tables are merged between flushes, which makes leaders durable. */
  @Tag("slow")
  @Test
  void shouldDecideAsBeforeWhatACrashHasLost() throws Exception {
    IndexSettings small = new IndexSettings(DetectorSettings.DEFAULT, 1_000, 1 << 16);
    List<Fingerprint> pages = pages(4_000);
    List<Verdict> expected = new ArrayList<>();
    try (Sieve sieve = Sieve.open(folder.resolve("whole"), small)) {
      for (Fingerprint page : pages) {
        expected.add(sieve.decide(page));
      }
    }
    Random chance = new Random(5);
    Path crashing = folder.resolve("crashing");
    int beyondTheFlush = 0;
    for (long from = 0; from < pages.size(); ) {
      Sieve sieve = Sieve.open(crashing, small);
      from = sieve.decided();
      long crash = Math.min(pages.size(), from + 200 + chance.nextInt(800));
      long flush = from + 100;
      long durable = flush <= crash ? flush : from; // near the end there may be no flush
      for (; from < crash; from++) {
        assertThat(sieve.decide(pages.get((int) from))).isEqualTo(expected.get((int) from));
        if (sieve.decided() == flush) {
          sieve.flush();
        }
      }
      sieve.abandon();
      try (Sieve after = Sieve.open(crashing, small)) {
        assertThat(after.decided()).isBetween(durable, crash);
        beyondTheFlush += after.decided() > flush ? 1 : 0;
      }
    }
    assertThat(beyondTheFlush).isPositive();
  }

  @Test
  void shouldHaveTheDefaultsOfTheProduct() {
    SieveConfig config = SieveConfig.of(Map.of());

    assertThat(config.index())
        .usingRecursiveComparison()
        .ignoringFields("memoryBytes") // which follows from the heap
        .isEqualTo(IndexSettings.DEFAULT);
    assertThat(FingerprintSettings.RAW)
        .isEqualTo(SieveConfig.of(Map.of("page.format", "raw")).fingerprinting());
    assertThat(config.decisive()).containsAllEntriesOf(IndexSettings.DEFAULT.decisive());
  }

  @Test
  void shouldLetKeptPagesExpireByTheirTime() throws Exception {
    IndexSettings hour =
        new IndexSettings(
            DetectorSettings.DEFAULT, new RuleSettings(Duration.ofHours(1), false), 1_000, 1 << 20);
    try (Sieve sieve = Sieve.open(folder, hour)) {
      List<Decision> decisions = new ArrayList<>();
      for (int minute = 0; minute <= 120; minute += 1) {
        byte[] body = Prose.page(1, 0).getBytes(UTF_8);
        Instant fetched = Instant.ofEpochSecond(60L * minute);
        decisions.add(
            sieve
                .decide(
                    fingerprinter.fingerprint("https://example.org/" + minute, body, HTML, fetched))
                .decision());
      }

      assertThat(decisions.get(0)).isEqualTo(Decision.UNIQUE);
      assertThat(decisions.subList(1, 60)).containsOnly(Decision.DUPLICATE);
      assertThat(decisions.subList(60, 120)).containsOnlyOnce(Decision.UNIQUE);
    }
  }

  @Test
  void shouldRefuseFingerprintsMadeInAnotherWay() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      sieve.decide(page("/a", 1, 0));
    }
    try (Sieve sieve = Sieve.open(folder)) {
      Fingerprint page = page("/b", 1, 0);
      Fingerprint other = otherSettings(page);

      assertThatThrownBy(() -> sieve.decide(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a949d5be");
      assertThat(sieve.decide(page).kept()).isFalse();
    }
  }

  @Test
  void shouldRefuseAFolderOfOtherSettings() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      sieve.decide(page("/a", 1, 0));
    }
    IndexSettings simhash = new IndexSettings(DetectorSettings.simhash(3), 1_000_000, 1 << 20);

    assertThatThrownBy(() -> Sieve.open(folder, simhash))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("detector=combined")
        .hasMessageContaining("detector=simhash");

    IndexSettings sameRule =
        new IndexSettings(
            DetectorSettings.combined(3, 0.65, 0.5).with(NameThresholds.DEFAULT), 5_000, 1 << 20);
    try (Sieve sieve = Sieve.open(folder, sameRule)) {
      assertThat(sieve.decided()).isEqualTo(1);
    }
  }

  @Test
  void shouldRefuseAnIndexOfSomethingElse() throws Exception {
    try (TableIndex index = TableIndex.open(folder, IndexSettings.DEFAULT)) {
      new Decider(index, "combined", 0)
          .decide(0, ComparedPage.of(ScopeKey.NONE, 0, page("/a", 1, 0).toBytes()));
    }

    assertThatThrownBy(() -> Sieve.open(folder))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("something else");
  }

  @Test
  void shouldBeOpenOnce() throws Exception {
    try (Sieve sieve = Sieve.open(folder)) {
      assertThatThrownBy(() -> Sieve.open(folder)).isInstanceOf(IndexException.class);
      assertThat(sieve.decide(page("/a", 1, 0)).kept()).isTrue();
    }
  }

  @Test
  void shouldSayThatItIsClosed() throws Exception {
    Sieve sieve = Sieve.open(folder);
    sieve.close();

    assertThatCode(sieve::close).doesNotThrowAnyException();
    Fingerprint page = page("/a", 1, 0);
    assertThatThrownBy(() -> sieve.decide(page))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("closed");
  }

  /** Kept pages expire, also by pages that are only asked about and by times that go astray. */
  @Test
  void shouldAnswerWhatItDecidesNextAndChangeNothing() throws Exception {
    IndexSettings hour =
        new IndexSettings(
            DetectorSettings.DEFAULT, new RuleSettings(Duration.ofHours(1), true), 1_000, 1 << 16);
    List<Fingerprint> pages = timed(3_000);
    List<Verdict> unasked = new ArrayList<>();
    try (Sieve sieve = Sieve.open(folder.resolve("unasked"), hour)) {
      for (Fingerprint page : pages) {
        unasked.add(sieve.decide(page));
      }
    }
    Random chance = new Random(7);
    List<Verdict> verdicts = new ArrayList<>();
    try (Sieve sieve = Sieve.open(folder.resolve("asked"), hour)) {
      for (Fingerprint page : pages) {
        Fingerprint any = pages.get(chance.nextInt(pages.size()));
        Verdict before = sieve.ask(any);
        Verdict answer = sieve.ask(page);

        assertThat(sieve.ask(any)).isEqualTo(before);
        assertThat(sieve.ask(page)).isEqualTo(answer);
        assertThat(sieve.decided()).isEqualTo(verdicts.size());
        verdicts.add(sieve.decide(page));
        assertThat(verdicts.get(verdicts.size() - 1)).isEqualTo(answer);
      }
    }

    assertThat(verdicts).isEqualTo(unasked);
    assertThat(verdicts.stream().map(Verdict::decision)).contains(Decision.values());
    assertThat(verdicts.stream().map(Verdict::newVersionOf)).anyMatch(Objects::nonNull);
  }

  @Test
  void shouldAnswerByTheOverrides() throws Exception {
    Path file = folder.resolve("overrides");
    Files.writeString(
        file,
        "{\"keep\":{\"host\":\"kept.example\"}}\n{\"drop\":{\"host\":\"dropped.example\"}}\n");
    Overrides overrides =
        OverridesFile.read(file, FingerprintSettings.RAW.page(), DetectorSettings.DEFAULT);
    IndexSettings settings =
        new IndexSettings(
            DetectorSettings.DEFAULT,
            new RuleSettings(Duration.ZERO, false, overrides),
            1_000,
            1 << 20);
    try (Sieve sieve = Sieve.open(folder.resolve("index"), settings)) {
      for (String host : List.of("a.example", "kept.example", "dropped.example", "b.example")) {
        Fingerprint page =
            fingerprinter.fingerprint(
                "https://" + host + "/", Prose.page(1, 0).getBytes(UTF_8), HTML);

        assertThat(sieve.ask(page)).isEqualTo(sieve.decide(page));
      }
    }
  }

  /** The fingerprints' settings are those of the first page that is decided on, not asked about. */
  @Test
  void shouldNotBindAFolderByAQuestion() throws Exception {
    Fingerprint page = page("/a", 1, 0);
    try (Sieve sieve = Sieve.open(folder)) {
      assertThat(sieve.ask(otherSettings(page)).kept()).isTrue();
      sieve.decide(page);

      assertThatThrownBy(() -> sieve.ask(otherSettings(page)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("made under settings 00000001");
    }
  }

  @Test
  void shouldDecideOneAfterTheOtherOnManyThreads() throws Exception {
    List<Fingerprint> pages = pages(2_000);
    try (Sieve sieve = Sieve.open(folder)) {
      List<Long> numbers =
          IntStream.range(0, pages.size())
              .parallel()
              .mapToObj(i -> sieve.decide(pages.get(i)).laneOffset())
              .toList();

      assertThat(numbers).doesNotHaveDuplicates();
      assertThat(sieve.decided()).isEqualTo(pages.size());
    }
  }

  private List<Fingerprint> pages(int count) throws Exception {
    Random chance = new Random(count);
    List<Fingerprint> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pages.add(page("/" + chance.nextInt(2 * count), chance.nextInt(count), chance.nextInt(4)));
    }
    return pages;
  }

  /** A page a minute, now and then one of another hour. */
  private List<Fingerprint> timed(int count) throws Exception {
    Random chance = new Random(count);
    List<Fingerprint> pages = new ArrayList<>();
    for (int minute = 0; minute < count; minute++) {
      long astray = chance.nextInt(20) == 0 ? chance.nextInt(600) - 300 : 0;
      byte[] body = Prose.page(chance.nextInt(100), chance.nextInt(4)).getBytes(UTF_8);
      pages.add(
          fingerprinter.fingerprint(
              "https://example.org/" + chance.nextInt(200),
              body,
              HTML,
              Instant.ofEpochSecond(60 * (minute + astray))));
    }
    return pages;
  }

  private Fingerprint page(String path, int text, int changes) throws Exception {
    byte[] body = Prose.page(text, changes).getBytes(UTF_8);
    return fingerprinter.fingerprint("https://example.org" + path, body, HTML);
  }

  private static Fingerprint otherSettings(Fingerprint page) {
    return new Fingerprint(
        page.source(),
        page.timestamp(),
        page.url(),
        page.urlHash(),
        page.content(),
        page.bodyHash(),
        page.simhash(),
        page.rest(),
        page.sketch(),
        page.name(),
        page.blocks(),
        page.tokens(),
        page.shingles(),
        page.restShingles(),
        page.language(),
        page.charset(),
        page.flags(),
        1);
  }
}
