package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.Schemas;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reference pages: others are compared with them, and they are routed nowhere. */
final class ReferenceTopologyTest {

  private static final String TRUE = "true";
  private static final long DAY = 86_400_000;

  @TempDir Path folder;
  private long pendingBytes = 1 << 20;
  private final FakeCursors cursors = new FakeCursors();
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> pages;
  private long time;

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void shouldCompareWithReferencePagesAndRouteThemNowhere() throws Exception {
    start(Map.of());
    send("http://corpus.example/1", 1, TRUE);
    send("http://corpus.example/copy", 1, TRUE);
    send("http://a.example/known", 1, null);
    send("http://a.example/new", 2, null);
    send("http://b.example/copy", 2, "false");

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts)
        .extracting(Verdict::reference)
        .containsExactly(true, true, false, false, false);
    assertThat(verdicts)
        .extracting(Verdict::route)
        .containsExactly(
            Verdict.Route.NOWHERE,
            Verdict.Route.NOWHERE,
            Verdict.Route.DUPLICATE,
            Verdict.Route.UNIQUE,
            Verdict.Route.DUPLICATE);
    assertThat(verdicts.get(1).duplicateOf().reference()).isTrue();
    assertThat(verdicts.get(2).duplicateOf())
        .isEqualTo(new Verdict.Original("http://corpus.example/1", verdicts.get(0).source(), true));
    assertThat(verdicts.get(4).duplicateOf().reference()).isFalse();
    List<TestRecord<byte[], byte[]>> duplicates = read("duplicate");
    assertThat(urls(duplicates)).containsExactly("http://a.example/known", "http://b.example/copy");
    assertThat(header(duplicates.get(0), "crawlsieve.duplicate.reference")).isEqualTo("true");
    assertThat(header(duplicates.get(1), "crawlsieve.duplicate.reference")).isNull();
    assertThat(urls(read("unique"))).containsExactly("http://a.example/new");
    assertThat(read("unjudged")).isEmpty();
    assertThat(read("dead-letters")).isEmpty();
    assertThat(cursors.reads()).isZero();
  }

  @Test
  void shouldKeepWhatWasRoutedBeforeItsCopyCameAsAReferencePage() throws Exception {
    start(Map.of());
    send("http://a.example/", 1, null);
    send("http://corpus.example/", 1, TRUE);
    send("http://b.example/", 1, null);

    List<Verdict> verdicts = verdicts();
    assertThat(urls(read("unique"))).containsExactly("http://a.example/");
    assertThat(urls(read("duplicate"))).containsExactly("http://b.example/");
    assertThat(verdicts.get(1).reference()).isTrue();
    assertThat(verdicts.get(1).duplicateOf().url()).isEqualTo("http://a.example/");
    assertThat(verdicts.get(2).duplicateOf().url()).isEqualTo("http://a.example/");
  }

  @Test
  void shouldCarryTheFlagInTheLogAndDecideTheSameFromIt() throws Exception {
    start(Map.of());
    send("http://corpus.example/", 1, TRUE);
    send("http://a.example/", 1, null);
    send("http://b.example/", 2, null);
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    List<Verdict> verdicts = verdicts();
    assertThat(Fingerprint.fromBytes(log.get(0).value()).reference()).isTrue();
    assertThat(Fingerprint.fromBytes(log.get(1).value()).reference()).isFalse();
    driver.close();

    start(
        Map.of(
            "topic.prefix", "again", "pages.topic", "pages", "fingerprints.topic", "fingerprints"));
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    log.forEach(fingerprints::pipeInput);
    assertThat(decoded("again.verdicts")).isEqualTo(verdicts);
    assertThat(urls(read("again.unique"))).containsExactly("http://b.example/");
    assertThat(urls(read("again.duplicate"))).containsExactly("http://a.example/");
    assertThat(cursors.reads()).isEqualTo(2);
  }

  /** A body that nobody takes must not fill the cache either. */
  @Test
  void shouldNotHoldTheBodiesOfReferencePages() throws Exception {
    pendingBytes = 1;
    start(Map.of());
    cursors.retainFrom(1);
    send("http://corpus.example/", 1, TRUE);
    send("http://a.example/", 1, null);

    assertThat(read("dead-letters")).isEmpty();
    assertThat(read("duplicate")).hasSize(1);
    assertThat(cursors.reads()).isEqualTo(1);
  }

  @Test
  void shouldSetAsideAPageWhoseFlagCannotBeRead() {
    start(Map.of());
    send("http://a.example/1", 1, "maybe");
    sendValue("{\"url\":\"http://a.example/2\",\"text\":\"x\",\"reference\":\"yes\"}", List.of());
    send("http://a.example/3", 1, null);

    List<TestRecord<byte[], byte[]>> letters = read("dead-letters");
    assertThat(letters).hasSize(2);
    assertThat(header(letters.get(0), DeadLetters.REASON))
        .isEqualTo("the record header 'crawlsieve.reference' is 'maybe', must be true or false");
    assertThat(header(letters.get(0), "crawlsieve.reference")).isEqualTo("maybe");
    assertThat(header(letters.get(1), DeadLetters.REASON))
        .isEqualTo("the field 'reference' is a string, must be true or false");
    assertThat(read("unique")).hasSize(1);
  }

  /** The last header counts, as for every header; too many make the record too large. */
  @Test
  void shouldReadTheLastOfManyFlags() throws Exception {
    start(Map.of());
    List<String> flags = new ArrayList<>();
    for (int i = 0; i < 9_999; i++) {
      flags.add("maybe");
    }
    flags.add(TRUE);
    sendValue(page("http://corpus.example/", 1), flags);
    for (int i = 0; i < 990_000; i++) {
      flags.add(TRUE);
    }
    sendValue(page("http://corpus.example/many", 2), flags);
    send("http://a.example/", 1, null);

    assertThat(verdicts()).hasSize(2);
    assertThat(read("duplicate")).hasSize(1);
    assertThat(header(read("dead-letters").get(0), DeadLetters.REASON)).contains("headers");
  }

  @Test
  void shouldForgetReferencePagesWithAllOthers() throws Exception {
    start(Map.of("index.retention", "10d", "dedup.revisit", "readmit"));
    send("http://corpus.example/", 1, TRUE);
    send("http://a.example/", 1, null);
    // A reference page that is read again is a revisit, not a second one to compare with.
    send("http://corpus.example/", 1, TRUE);
    for (int day = 0; day < 30; day++) {
      time += DAY;
      send("http://other.example/" + day, 100 + day, null);
    }
    send("http://a.example/later", 1, null);

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts.get(1).route()).isEqualTo(Verdict.Route.DUPLICATE);
    assertThat(verdicts.get(2).kind()).isEqualTo(Verdict.Kind.REVISIT);
    assertThat(verdicts.get(2).route()).isEqualTo(Verdict.Route.NOWHERE);
    assertThat(verdicts.get(verdicts.size() - 1).route()).isEqualTo(Verdict.Route.UNIQUE);
  }

  /** A new version of a page is compared with other URLs only, be they of the corpus or not. */
  @Test
  void shouldReadmitANewVersionOfAReferencePage() throws Exception {
    start(Map.of("dedup.revisit", "readmit"));
    sendValue(event("http://a.example/", words(1, 0)), List.of(TRUE));
    sendValue(event("http://a.example/", words(1, 2)), List.of());
    sendValue(event("http://b.example/", words(1, 2)), List.of());

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts.get(1).route()).isEqualTo(Verdict.Route.UNIQUE);
    assertThat(verdicts.get(1).newVersionOf().reference()).isTrue();
    assertThat(verdicts.get(2).route()).isEqualTo(Verdict.Route.DUPLICATE);
  }

  /** What is better than a reference page is kept; a reference page replaces nothing. */
  @Test
  void shouldKeepTheBetterCopyOfAReferencePageButNoBetterReferencePage() throws Exception {
    start(Map.of("clusters.enabled", "true", "clusters.policy", "https", "dedup.keep", "policy"));
    send("http://corpus.example/1", 1, TRUE);
    send("https://a.example/1", 1, null);
    send("http://a.example/2", 2, null);
    send("https://corpus.example/2", 2, TRUE);
    send("https://b.example/2", 2, null);

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts.get(1).replaces().url()).isEqualTo("http://corpus.example/1");
    assertThat(verdicts.get(3).replaces()).isNull();
    assertThat(verdicts.get(3).route()).isEqualTo(Verdict.Route.NOWHERE);
    assertThat(verdicts.get(4).replaces().url()).isEqualTo("http://a.example/2");
    assertThat(urls(read("unique")))
        .containsExactly("https://a.example/1", "http://a.example/2", "https://b.example/2");
    assertThat(read("duplicate")).isEmpty();
  }

  @Test
  void shouldWriteVerdictsThatTheSchemaDescribes() throws Exception {
    start(Map.of());
    send("http://corpus.example/1", 1, TRUE);
    send("http://corpus.example/2", 1, TRUE);
    send("http://a.example/", 1, null);
    for (TestRecord<byte[], byte[]> verdict : read("verdicts")) {
      Schemas.named("verdict").check(new ObjectMapper().readTree(verdict.value()));
    }
  }

  private void start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("index.memory.bytes", "4000000");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    Path state = folder.resolve("state-" + all.getOrDefault("topic.prefix", "own"));
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    driver =
        new TopologyTestDriver(
            new SieveTopology(SieveConfig.of(all), Wings.ALL, cursors, pendingBytes).get(),
            properties);
    pages = driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void send(String url, int text, String reference) {
    sendValue(page(url, text), reference == null ? List.of() : List.of(reference));
  }

  private void sendValue(String event, List<String> references) {
    byte[] value = event.getBytes(UTF_8);
    RecordHeaders headers = new RecordHeaders();
    references.forEach(flag -> headers.add("crawlsieve.reference", flag.getBytes(UTF_8)));
    cursors.add(new Record<>(null, value, time, headers));
    pages.pipeInput(new TestRecord<>(null, value, headers, time++));
  }

  private List<Verdict> verdicts() throws Exception {
    return decoded("verdicts");
  }

  private List<Verdict> decoded(String topic) throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : read(topic)) {
      verdicts.add(VerdictCodec.decode(record.value()));
    }
    return verdicts;
  }

  private List<TestRecord<byte[], byte[]>> read(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static List<String> urls(List<TestRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(record -> new String(record.value(), UTF_8).split("\"")[3])
        .toList();
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  private static String page(String url, int text) {
    return event(url, words(text, 0));
  }

  private static String event(String url, String text) {
    return "{\"url\":\"" + url + "\",\"contentType\":\"text/plain\",\"text\":\"" + text + "\"}";
  }

  private static String words(int text, int changed) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 120; i++) {
      words.append(i < changed ? "changed" + i : "word" + (text * 1_000 + i)).append(' ');
    }
    return words.toString();
  }
}
