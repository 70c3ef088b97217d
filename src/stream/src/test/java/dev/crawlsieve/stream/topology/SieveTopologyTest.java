package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The topology's logic in one thread; the ITs cover partitions and restarts. */
final class SieveTopologyTest {

  private static final String LONG_TEXT =
      "The quick brown fox jumps over the lazy dog while seven wizards brew quite potent elixirs in"
          + " the old tower by the river, and every evening the bells of the small town ring out"
          + " across the fields to tell the farmers that the day's work is done at last.";

  private static final Map<String, String> BORROWING =
      Map.of(
          "topic.prefix", "strict", "pages.topic", "pages", "fingerprints.topic", "fingerprints");

  @TempDir Path folder;
  private long pendingBytes = 1 << 20;
  private final FakeCursors cursors = new FakeCursors();
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> pages;
  private long produced;

  @AfterEach
  void close() {
    if (driver != null) {
      driver.close();
    }
  }

  @Test
  void shouldRouteFirstToUniqueAndCopyToDuplicate() {
    start(Map.of());
    String first = page("http://a.example/1", LONG_TEXT);
    String copy = page("http://b.example/2", LONG_TEXT);
    send(first);
    send(copy);

    List<TestRecord<byte[], byte[]>> unique = read("unique");
    List<TestRecord<byte[], byte[]>> duplicate = read("duplicate");
    assertThat(unique).hasSize(1);
    assertThat(duplicate).hasSize(1);
    assertThat(unique.get(0).value()).isEqualTo(first.getBytes(UTF_8));
    assertThat(duplicate.get(0).value()).isEqualTo(copy.getBytes(UTF_8));
    assertThat(header(duplicate.get(0), "crawlsieve.kind")).isEqualTo("exact");
    assertThat(header(duplicate.get(0), "crawlsieve.duplicate.of")).isEqualTo("http://a.example/1");
    assertThat(header(duplicate.get(0), "produced")).isEqualTo("kept");
    assertThat(read("dead-letters")).isEmpty();
  }

  /** As of a page that comes from the output of another sieve. */
  @Test
  void shouldNotPassOnWhatAnotherSieveSays() throws Exception {
    start(Map.of());
    byte[] value = page("http://a.example/1", LONG_TEXT).getBytes(UTF_8);
    RecordHeaders headers = new RecordHeaders();
    for (Field header : RoutedPage.class.getFields()) {
      headers.add((String) header.get(null), "foreign".getBytes(UTF_8));
    }
    headers.add(RoutedPage.REPLACES, null).add("crawlsieve.resent.from", "0@7".getBytes(UTF_8));
    pages.pipeInput(new TestRecord<>(null, value, headers, produced++));
    assertThat(read("unique").get(0).headers())
        .extracting(Header::key)
        .containsExactly("crawlsieve.resent.from", RoutedPage.DECISION, RoutedPage.PAGE);
    byte[] notFound =
        "{\"url\":\"http://a.example/2\",\"status\":404,\"html\":\"\"}".getBytes(UTF_8);
    pages.pipeInput(new TestRecord<>(null, notFound, headers, produced++));
    assertThat(read("unjudged").get(0).headers())
        .extracting(Header::key)
        .containsExactly(
            "crawlsieve.resent.from",
            RoutedPage.DECISION,
            RoutedPage.PAGE,
            RoutedPage.TRAIT,
            RoutedPage.REASON);
  }

  /**
   * Both have the FNV-1a hash 48f92b686a155ca4, and so do all strings formed by appending the same
   * text.
   */
  @Test
  void shouldKeepHostsApartThatWereMadeToShareAHash() {
    start(Map.of("dedup.scope", "host"));
    send(page("http://6ju7ohvrcnlja.example/", LONG_TEXT));
    send(page("http://lv3d6vtsh2bjw.example/", LONG_TEXT));
    send(page("http://lv3d6vtsh2bjw.example/copy", LONG_TEXT));

    assertThat(read("unique")).hasSize(2);
    assertThat(read("duplicate")).hasSize(1);
  }

  @Test
  void shouldSayWhyOnVerdicts() throws Exception {
    start(Map.of());
    send(page("http://a.example/1", LONG_TEXT));
    send(page("http://b.example/2", LONG_TEXT));

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts).extracting(Verdict::laneOffset).isSorted();
    assertThat(verdicts.get(1).duplicateOf().url()).isEqualTo("http://a.example/1");
    assertThat(verdicts.get(1).source().offset()).isEqualTo(1);
    assertThat(verdicts.get(1).evidence().similarity()).isEqualTo(1.0);
  }

  @ParameterizedTest
  @CsvSource({"simhash,unique,", "sketch,duplicate,band", "combined,duplicate,band"})
  void shouldFindALightlyEditedCopy(String detector, String topic, String table) throws Exception {
    start(Map.of("detector", detector));
    send(page("http://a.example/1", words(0)));
    send(page("http://b.example/2", words(9)));
    send(page("http://b.example/3", words(150)));

    List<Verdict> verdicts = verdicts();
    assertThat(read("unique").size()).isEqualTo(topic.equals("unique") ? 3 : 2);
    if (table != null) {
      assertThat(verdicts.get(1).kind()).isEqualTo(Verdict.Kind.NEAR);
      assertThat(verdicts.get(1).evidence().similarity()).isBetween(0.8, 0.99);
      assertThat(verdicts.get(1).basis().detector()).isEqualTo(detector);
      assertThat(verdicts.get(1).evidence().table()).startsWith(table);
    }
  }

  /** 300 words, of which some, scattered within one passage, are different. */
  private static String words(int changed) {
    Random random = new Random(1);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      String word = "w" + random.nextInt(2000);
      words.append(i % 2 == 0 && i < 2 * changed ? "x" + i : word).append(' ');
    }
    return words.toString();
  }

  @Test
  void shouldSendOnFromTheTopicWhatTheCacheCannotHold() {
    pendingBytes = 1;
    start(Map.of());
    for (int i = 0; i < 5; i++) {
      send(page("http://a.example/" + i, LONG_TEXT + " Number " + i));
    }

    assertThat(read("unique").size() + read("duplicate").size()).isEqualTo(5);
    assertThat(cursors.reads()).isEqualTo(5);
  }

  @Test
  void shouldSendVerdictOnLostPageToDeadLetters() {
    pendingBytes = 1;
    start(Map.of());
    cursors.retainFrom(1);
    send(page("http://a.example/1", LONG_TEXT));
    send(page("http://b.example/2", LONG_TEXT));

    assertThat(read("duplicate")).hasSize(1);
    TestRecord<byte[], byte[]> letter = read("dead-letters").get(0);
    assertThat(header(letter, DeadLetters.STAGE)).isEqualTo("route");
    assertThat(header(letter, DeadLetters.TOPIC)).isEqualTo("verdicts");
    assertThat(header(letter, DeadLetters.REASON)).contains("gone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "not json|JSON",
        "[1]|object",
        "{\"html\":\"x\"}|url",
        "{\"url\":\"::::\",\"html\":\"x\"}|URL",
        "{\"url\":\"http://a/\"}|body",
        "{\"url\":\"http://a/\",\"html\":\"x\",\"text\":\"y\"}|bod",
        "{\"url\":\"http://a/\",\"bodyBase64\":\"%%%\"}|base64",
        "{\"url\":17,\"html\":\"x\"}|url",
        "{\"url\":\"http://a/\",\"html\":17}|html"
      })
  void shouldSendBadPagesToDeadLettersAndGoOn(String bad, String reason) {
    start(Map.of());
    send(bad);
    send(page("http://a.example/1", LONG_TEXT));

    TestRecord<byte[], byte[]> letter = read("dead-letters").get(0);
    assertThat(letter.value()).isEqualTo(bad.getBytes(UTF_8));
    assertThat(header(letter, DeadLetters.TOPIC)).isEqualTo("pages");
    assertThat(header(letter, DeadLetters.PARTITION)).isEqualTo("0");
    assertThat(header(letter, DeadLetters.OFFSET)).isEqualTo("0");
    assertThat(header(letter, DeadLetters.STAGE)).isEqualTo("fingerprint");
    assertThat(header(letter, DeadLetters.REASON)).containsIgnoringCase(reason);
    assertThat(read("unique")).hasSize(1);
  }

  @Test
  void shouldSendNullValueToDeadLetters() {
    start(Map.of());
    sendBytes(null);
    send(page("http://a.example/1", LONG_TEXT));

    assertThat(read("dead-letters")).hasSize(1);
    assertThat(read("unique")).hasSize(1);
  }

  @Test
  void shouldSetAsideFingerprintOfUnknownVersion() {
    start(Map.of());
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    fingerprints.pipeInput("global".getBytes(UTF_8), new byte[] {99, 1, 2, 3});
    fingerprints.pipeInput(null, new byte[] {1});
    send(page("http://a.example/1", LONG_TEXT));

    List<TestRecord<byte[], byte[]>> letters = read("dead-letters");
    assertThat(letters).hasSize(2);
    assertThat(header(letters.get(0), DeadLetters.STAGE)).isEqualTo("decide");
    assertThat(header(letters.get(0), DeadLetters.REASON)).contains("version 99");
    assertThat(read("unique")).hasSize(1);
  }

  @Test
  void shouldSetAsideUnreadableVerdict() {
    start(Map.of());
    driver
        .createInputTopic("verdicts", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new byte[0], "nonsense".getBytes(UTF_8));
    send(page("http://a.example/1", LONG_TEXT));

    assertThat(header(read("dead-letters").get(0), DeadLetters.STAGE)).isEqualTo("route");
    assertThat(read("unique")).hasSize(1);
  }

  @Test
  void shouldCompareWithinTheScopeOnly() {
    start(Map.of("dedup.scope", "host"));
    send(page("http://a.example/1", LONG_TEXT));
    send(page("http://b.example/1", LONG_TEXT));
    send(page("http://b.example/2", LONG_TEXT));

    assertThat(read("unique")).hasSize(2);
    assertThat(read("duplicate")).hasSize(1);
  }

  @Test
  void shouldTakeScopeFromHeader() {
    start(Map.of("dedup.scope", "header:produced"));
    send(page("http://a.example/1", LONG_TEXT));
    pages.pipeInput(new TestRecord<>(null, page("http://b.example/1", LONG_TEXT).getBytes(UTF_8)));

    assertThat(read("unique")).hasSize(1);
    assertThat(header(read("dead-letters").get(0), DeadLetters.REASON)).contains("produced");
  }

  @Test
  void shouldRouteTheBodiesOfAnotherGenerationsLog() throws Exception {
    start(Map.of());
    List<String> sent =
        List.of(
            page("http://a.example/1", words(0)),
            page("http://b.example/2", words(9)),
            page("http://b.example/3", words(150)));
    sent.forEach(this::send);
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    Map<String, String> strict = new HashMap<>(BORROWING);
    strict.put("detector", "simhash");
    start(strict);
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    log.forEach(fingerprints::pipeInput);

    List<TestRecord<byte[], byte[]>> unique = read("strict.unique");
    assertThat(unique)
        .extracting(page -> new String(page.value(), UTF_8))
        .containsExactlyElementsOf(sent);
    assertThat(header(unique.get(2), "produced")).isEqualTo("kept");
    assertThat(read("strict.verdicts")).hasSize(3);
    assertThat(read("strict.dead-letters")).isEmpty();
    assertThat(driver.producedTopicNames()).allMatch(SieveTopologyTest::ofStrict);
  }

  @Test
  void shouldSendVerdictOnPageThatIsGoneToItsOwnDeadLetters() {
    start(Map.of());
    send(page("http://a.example/1", LONG_TEXT));
    send(page("http://b.example/2", LONG_TEXT));
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    cursors.retainFrom(1);
    start(BORROWING);
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    fingerprints.pipeInput("global".getBytes(UTF_8), new byte[] {99});
    log.forEach(fingerprints::pipeInput);

    List<TestRecord<byte[], byte[]>> letters = read("strict.dead-letters");
    assertThat(letters)
        .extracting(letter -> header(letter, DeadLetters.STAGE))
        .containsExactly("decide", "route");
    assertThat(header(letters.get(1), DeadLetters.REASON)).contains("gone");
    assertThat(read("strict.duplicate")).hasSize(1);
    assertThat(driver.producedTopicNames()).allMatch(SieveTopologyTest::ofStrict);
  }

  /** As a string in JSON may have it, and no stored form. */
  @Test
  void shouldKnowAPageWhoseUrlHasHalfASurrogatePair() {
    start(Map.of());
    send("{\"url\":\"http://a.example/\\ud800\",\"text\":\"%s\"}".formatted(LONG_TEXT));
    assertThat(read("unique")).hasSize(1);
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    start(BORROWING);
    driver
        .createInputTopic("fingerprints", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(log.get(0));
    assertThat(read("strict.unique")).hasSize(1); // read again from its topic
    assertThat(read("strict.dead-letters")).isEmpty();
  }

  @Test
  void shouldSetVerdictsOnOtherPagesAsideAndStopAfterAFew() {
    start(Map.of());
    for (int i = 0; i < PlacedPage.MOST_OTHERS + 2; i++) {
      send(page("http://a.example/" + i, i % 2 == 0 ? LONG_TEXT : LONG_TEXT + i));
    }
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    List<Record<byte[], byte[]>> others = new ArrayList<>(cursors.records());
    Collections.rotate(others, 1);
    others.set(0, new Record<>(null, "no page".getBytes(UTF_8), 0));
    cursors.replace(others);
    start(BORROWING);
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    log.subList(0, PlacedPage.MOST_OTHERS).forEach(fingerprints::pipeInput);

    assertThat(read("strict.unique")).isEmpty();
    assertThat(read("strict.duplicate")).isEmpty();
    List<TestRecord<byte[], byte[]>> letters = read("strict.dead-letters");
    assertThat(letters)
        .hasSize(PlacedPage.MOST_OTHERS)
        .allMatch(letter -> "route".equals(header(letter, DeadLetters.STAGE)))
        .allMatch(letter -> "strict.verdicts".equals(header(letter, DeadLetters.TOPIC)));
    assertThat(header(letters.get(0), DeadLetters.REASON))
        .contains("the record at pages-0 offset 0 is not a page")
        .contains("http://a.example/0 was decided on");
    assertThat(header(letters.get(2), DeadLetters.REASON))
        .isEqualTo(
            "the page at pages-0 offset 2 is http://a.example/1, but http://a.example/2 was decided"
                + " on");
    assertThatThrownBy(() -> fingerprints.pipeInput(log.get(PlacedPage.MOST_OTHERS)))
        .hasRootCauseInstanceOf(PlacedPage.OtherPageException.class)
        .cause()
        .hasMessageContaining("mirrored, restored or made again")
        .hasMessageContaining("'replay --into PREFIX'");
  }

  @Test
  void shouldTellVersionsOfAUrlApart() {
    start(Map.of());
    send(page("http://a.example/1", LONG_TEXT));
    send(page("http://a.example/1", LONG_TEXT + " Changed."));
    send(page("http://a.example/2", "Text"));
    List<TestRecord<byte[], byte[]>> log = read("fingerprints");
    driver.close();

    List<Record<byte[], byte[]>> others = new ArrayList<>(cursors.records());
    Collections.swap(others, 0, 1);
    cursors.replace(others);
    start(BORROWING);
    TestInputTopic<byte[], byte[]> fingerprints =
        driver.createInputTopic(
            "fingerprints", new ByteArraySerializer(), new ByteArraySerializer());
    log.forEach(fingerprints::pipeInput);

    assertThat(read("strict.unique")).hasSize(1);
    assertThat(read("strict.dead-letters"))
        .extracting(letter -> header(letter, DeadLetters.REASON))
        .hasSize(2)
        .contains(
            "the page at pages-0 offset 0 is http://a.example/1 with another body than was decided"
                + " on");
    assertThat(read("strict.verdicts"))
        .allMatch(verdict -> header(verdict, "crawlsieve.body").matches("[0-9a-f]{16}"));
  }

  /** The URL is read as the pipeline reads it, whatever form the record has. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "json | known | {\"metadata\":{\"sourceURL\":\"HTTP://A.example/1#top\"},\"markdown\":\"Text\"}",
        "json | url=address,text=content | {\"address\":\"http://a.example/1\",\"content\":\"Text\"}",
        "json | own | {\"html\":\"Text\"}",
        "json | own | {\"id\":\"a b\",\"markdown\":\"Text\"}",
        "json | own | {\"bodyBase64\":\"H4sIAAAAAAACA7MpsAtJrSgBAJvMYV0HAAAA\",\"headers\":{\"Content-Encoding\":\"gzip\"}}",
        "raw | own | Text",
      })
  void shouldKnowAPageAgainInEveryForm(String format, String fields, String value) {
    Map<String, String> settings = new HashMap<>(Map.of("page.format", format));
    if (!fields.equals("own")) {
      settings.put("page.fields", fields);
    }
    pendingBytes = 1;
    start(settings);
    byte[] key = "https://a.example/The%20key?a=1".getBytes(UTF_8);
    cursors.add(new Record<>(key, value.getBytes(UTF_8), 0));
    pages.pipeInput(new TestRecord<>(key, value.getBytes(UTF_8)));

    assertThat(cursors.reads()).isEqualTo(1);
    assertThat(read("dead-letters")).isEmpty();
    assertThat(read("unique")).hasSize(1);
  }

  @Test
  void shouldMakeFingerprintsOfAnothersPagesIntoItsOwnLog() {
    start(Map.of("topic.prefix", "wide", "pages.topic", "pages", "text", "visible"));
    send(page("http://a.example/1", LONG_TEXT));

    assertThat(read("wide.fingerprints")).hasSize(1);
    assertThat(read("wide.unique")).hasSize(1);
  }

  private static boolean ofStrict(String topic) {
    return topic.startsWith("strict.") || topic.endsWith("-index-changelog");
  }

  private void start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("index.memory.bytes", "4000000");
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

  private void send(String value) {
    sendBytes(value.getBytes(UTF_8));
  }

  private void sendBytes(byte[] value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("produced", "kept".getBytes(UTF_8));
    cursors.add(new Record<>(null, value, produced, headers));
    pages.pipeInput(new TestRecord<>(null, value, headers, produced++));
  }

  private List<TestRecord<byte[], byte[]>> read(String topic) {
    TestOutputTopic<byte[], byte[]> output =
        driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    return output.readRecordsToList();
  }

  private List<Verdict> verdicts() throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : read("verdicts")) {
      verdicts.add(VerdictCodec.decode(record.value()));
    }
    return verdicts;
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  private static String page(String url, String text) {
    return "{\"url\":\"" + url + "\",\"contentType\":\"text/plain\",\"text\":\"" + text + "\"}";
  }
}
