package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.LinearScanIndex;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.Tries;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.Wings;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** On any crawl {@code sieve} makes the same decisions as the stream, and as a sequential scan. */
final class FileSievePropertyTest {

  private static final int PAGES = 300;
  private static final long START = 1_700_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path dir;

  static Stream<Arguments> crawls() {
    List<Map<String, String>> settings =
        List.of(
            Map.of(),
            Map.of("detector", "simhash", "simhash.max.distance", "6"),
            Map.of("detector", "sketch", "sketch.min.similarity", "0.8"),
            Map.of("detector", "exact"),
            Map.of("dedup.scope", "host", "index.memory.bytes", "65536"),
            Map.of("dedup.scope", "header:tenant"),
            Map.of("index.retention", "20s"),
            Map.of("index.retention", "20s", "dedup.revisit", "readmit"),
            Map.of("clusters.enabled", "true", "dedup.keep", "policy"),
            Map.of("clusters.enabled", "true", "dedup.keep", "policy", "index.retention", "10s"),
            Map.of("mirrors.enabled", "true", "clusters.enabled", "true"),
            Map.of(
                "clusters.enabled",
                "true",
                "dedup.keep",
                "policy",
                "clusters.policy",
                "longest,shorter-url"),
            Map.of("accept.status", "200,301", "accept.min.bytes", "400"),
            Map.of("accept.bytes", "*/*", "clusters.enabled", "true"));
    return Tries.of(IntStream.range(0, 2 * settings.size()).boxed().toList()).stream()
        .map(seed -> Arguments.of(settings.get(seed / 2), seed / 2, seed % 2 == 1));
  }

  /** With {@code references}, every third page is a reference page. */
  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("crawls")
  void shouldSayWhatTheTopologySays(Map<String, String> settings, int seed, boolean references)
      throws Exception {
    SieveConfig config = SieveConfig.of(settings);
    Path input = references ? referring(input(seed)) : input(seed);
    List<InputPage> pages = read(input, config);
    List<Long> times = times(pages.size(), seed);

    SieveResult result = sieve(config, input, times);

    try (TopologyTestDriver driver = driver(config)) {
      TestInputTopic<byte[], byte[]> topic =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
      for (int i = 0; i < pages.size(); i++) {
        topic.pipeInput(pages.get(i).key(), pages.get(i).value(), times.get(i));
      }
      assertThat(lines("verdicts.jsonl"))
          .isEqualTo(values(driver, "verdicts").stream().map(String::new).toList());
      assertThat(bytes("unique.jsonl")).isEqualTo(joined(values(driver, "unique")));
      assertThat(bytes("duplicate.jsonl")).isEqualTo(joined(values(driver, "duplicate")));
      assertThat(bytes("unjudged.jsonl")).isEqualTo(joined(values(driver, "unjudged")));
      List<TestRecord<byte[], byte[]>> letters = records(driver, "dead-letters");
      List<String> dead = lines("dead-letters.jsonl");
      assertThat(dead).hasSameSizeAs(letters);
      for (int i = 0; i < dead.size(); i++) {
        JsonNode line = JSON.readTree(dead.get(i));
        long offset = Long.parseLong(header(letters.get(i), "__streams.errors.offset"));
        assertThat(line.path("origin").asText()).endsWith(".jsonl:" + (offset + 1)); // the line
        assertThat(line.path("stage").asText())
            .isEqualTo(header(letters.get(i), "crawlsieve.stage"));
        assertThat(line.path("reason").asText())
            .isEqualTo(header(letters.get(i), "crawlsieve.reason"));
      }
    }
    assertThat(result.corpus().pages() > 0).isEqualTo(references && result.unique() > 0);
    if (config.clusters().keepPreferred()) {
      assertThat(lines("verdicts.jsonl")).anyMatch(line -> line.contains("replaces"));
    }
    assertThat(result.pages())
        .isEqualTo(PAGES - result.corpus().pages())
        .isEqualTo(result.unique() + result.duplicate() + result.unjudged() + result.deadLetters());
    assertThat(result.kinds().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(result.duplicate());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scans")
  void shouldSayWhatASequentialScanOfEachLaneSays(Map<String, String> settings, int seed)
      throws Exception {
    SieveConfig config = SieveConfig.of(settings);
    Path input = input(seed);
    List<InputPage> pages = read(input, config);
    List<Long> times = times(pages.size(), seed);

    SieveResult result = sieve(config, input, times);

    List<Verdict> expected = scan(config, pages, times);
    List<Verdict> said = new ArrayList<>();
    for (String line : lines("verdicts.jsonl")) {
      said.add(VerdictCodec.decode(line.getBytes(UTF_8)).withoutSearch());
    }
    assertThat(said).isEqualTo(expected);
    assertThat(said.stream().map(Verdict::lane).distinct().count()).isGreaterThan(1);
    assertThat(result.duplicate()).isPositive();
  }

  static Stream<Arguments> scans() {
    return Stream.of(
        Arguments.of(Map.of("dedup.scope", "host", "lanes", "3"), 21),
        Arguments.of(
            Map.of(
                "dedup.scope",
                "host",
                "lanes",
                "2",
                "index.retention",
                "20s",
                "detector",
                "simhash"),
            22),
        Arguments.of(Map.of("dedup.scope", "host", "lanes", "2", "accept.bytes", "image/*"), 23));
  }

  private Path input(int seed) throws IOException {
    return Files.write(dir.resolve("crawl.jsonl"), joined(new RandomCrawl(seed).lines(PAGES)));
  }

  private static Path referring(Path input) throws IOException {
    List<String> lines = Files.readAllLines(input, ISO_8859_1);
    for (int i = 0; i < lines.size(); i += 3) {
      lines.set(i, lines.get(i).replaceFirst("^\\{\"url\"", "{\"reference\":true,\"url\""));
    }
    return Files.write(input, lines, ISO_8859_1);
  }

  private static List<InputPage> read(Path input, SieveConfig config) throws Exception {
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(input), config.page().maxBytes())) {
      for (InputPage next = inputs.next(); next != null; next = inputs.next()) {
        assertThat(next.defect()).isNull();
        pages.add(next);
      }
    }
    assertThat(pages).hasSize(PAGES);
    return pages;
  }

  /** Times that mostly advance by up to a second; some are up to 30 s early or late. */
  private static List<Long> times(int count, int seed) {
    SplittableRandom random = new SplittableRandom(seed + 1_000);
    List<Long> times = new ArrayList<>();
    long now = START;
    for (int i = 0; i < count; i++) {
      now += random.nextInt(1_000);
      long off = random.nextInt(20) == 0 ? random.nextInt(60_000) - 30_000 : 0;
      times.add(now + off);
    }
    return times;
  }

  private SieveResult sieve(SieveConfig config, Path input, List<Long> times) {
    int[] next = {0};
    InstantSource clock = () -> Instant.ofEpochMilli(times.get(next[0]++));
    InFlight inFlight = new InFlight(40, 100_000);
    try (FileSieve sieve =
            new FileSieve(
                config.sieve(),
                new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null))),
                inFlight,
                3,
                clock,
                FileSieve.CHECKPOINT_EVERY);
        SieveFiles files = SieveFiles.in(dir.resolve("out"), false)) {
      return sieve.sieve(files, progress -> {});
    }
  }

  private static List<Verdict> scan(SieveConfig config, List<InputPage> pages, List<Long> times) {
    PageFingerprinter fingerprinter = new PageFingerprinter(config.fingerprinting());
    ScopeKeys scopes = new ScopeKeys();
    Map<Integer, Decider> deciders = new HashMap<>();
    Map<Integer, Long> offsets = new HashMap<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      InputPage page = pages.get(i);
      try {
        FingerprintedPage made =
            fingerprinter.fingerprint(
                page.key(), page.value(), name -> null, new Coordinates(0, i), times.get(i));
        int lane = made.lane(config.lanes());
        Decider decider =
            deciders.computeIfAbsent(
                lane,
                unused ->
                    new Decider(
                        new LinearScanIndex(Detector.of(config.detector()), config.rule()),
                        config.detector().name(),
                        config.verdictHash()));
        long offset = offsets.merge(lane, 1L, Long::sum) - 1;
        ComparedPage record =
            ComparedPage.of(
                scopes.of(made.scope()), offset, FingerprintCodec.encode(made.fingerprint()));
        verdicts.add(decider.decide(lane, record).withoutSearch());
      } catch (BadPageException | UnjudgedPageException e) {
        assertThat(e).hasMessageMatching("(?s).+");
      }
    }
    return verdicts;
  }

  private TopologyTestDriver driver(SieveConfig config) {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, dir.resolve("state").toString());
    return new TopologyTestDriver(
        new SieveTopology(
                config,
                Wings.ALL,
                partition -> {
                  throw new IllegalStateException("no page is read again");
                })
            .get(),
        properties);
  }

  private static List<TestRecord<byte[], byte[]>> records(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static List<byte[]> values(TopologyTestDriver driver, String topic) {
    return records(driver, topic).stream().map(TestRecord::value).toList();
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return new String(header.value(), UTF_8);
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(dir.resolve("out").resolve(file));
  }

  private byte[] bytes(String file) throws IOException {
    return Files.readAllBytes(dir.resolve("out").resolve(file));
  }

  private static byte[] joined(List<byte[]> lines) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      all.write(line);
      all.write('\n');
    }
    return all.toByteArray();
  }
}
