package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.bodies.Archives;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.DeadLetter;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that refer to bodies: judged by the body, forwarded as they are. */
final class ByReferenceTopologyTest {

  private static final String WORDS = "one two three four five six seven eight nine ten ".repeat(9);

  @TempDir Path folder;
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final SieveMeters meters = new SieveMeters(registry);
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> pages;

  @AfterEach
  void close() {
    driver.close();
  }

  private long read() {
    return registry.get("crawlsieve.step").tag("step", "body").timer().count();
  }

  private double missing() {
    return registry.get("crawlsieve.bodies.missing").counter().count();
  }

  private DeadLetter letter() {
    return meters.latestDeadLetters().get(0);
  }

  @Test
  void shouldJudgeTheBodyAndForwardThePointer() throws Exception {
    start(Map.of("body.ref.roots", folder + ",https://store.example/crawl/"));
    byte[] held = event("http://a.example/1", "'html':'<p>" + WORDS + "'");
    byte[] same = referring("http://b.example/2", 200, "<p>" + WORDS);
    byte[] other = referring("http://b.example/3", 200, "<p>something else");
    byte[] gone = referring("http://b.example/4", 404, "<p>no such page");
    for (byte[] page : List.of(held, same, other, gone)) {
      pages.pipeInput(page);
    }

    assertThat(values("unique")).containsExactly(held, other);
    assertThat(values("duplicate")).containsExactly(same);
    assertThat(values("unjudged")).containsExactly(gone);
    assertThat(values("dead-letters")).isEmpty();
    Verdict verdict = VerdictCodec.decode(values("verdicts").get(1));
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.EXACT);
    assertThat(verdict.duplicateOf().url()).isEqualTo("http://a.example/1");
    assertThat(read()).isEqualTo(3);
    assertThat(missing()).isZero();
  }

  @Test
  void shouldNotNeedTheBodyOnceThePageIsRouted() throws Exception {
    start(Map.of("body.ref.roots", folder.toString()));
    byte[] first = referring("http://b.example/1", 200, "<p>" + WORDS);
    pages.pipeInput(first);
    Files.delete(folder.resolve("http%3A__b.example_1"));
    byte[] copy = event("http://a.example/2", "'html':'<p>" + WORDS + "'");
    pages.pipeInput(copy);

    assertThat(values("unique")).containsExactly(first);
    assertThat(values("duplicate")).containsExactly(copy);
    assertThat(read()).isEqualTo(1);
  }

  @Test
  void shouldReadNothingUnlessASettingListsThePlace() throws Exception {
    start(Map.of());
    byte[] page = referring("http://b.example/2", 200, "<p>" + WORDS);
    pages.pipeInput(page);

    TestRecord<byte[], byte[]> letter = read("dead-letters").get(0);
    assertThat(letter.value()).isEqualTo(page);
    assertThat(new String(letter.headers().lastHeader(DeadLetters.REASON).value(), UTF_8))
        .startsWith("the body is at file:///")
        .endsWith("but body.ref.roots lists no place to read bodies from");
    assertThat(missing()).isEqualTo(1);
    assertThat(letter().stage()).isEqualTo("fingerprint");
    assertThat(letter().reason()).startsWith("the body is at file:///");
  }

  @Test
  void shouldRefuseMalformedReferences() {
    start(Map.of("body.ref.roots", folder.toString()));
    Map<String, String> reasons =
        Map.of(
            "'bodyRef':'file:///a'", "'bodyRef' is a string, must be an object",
            "'bodyRef':{}", "'bodyRef.uri' must be one string",
            "'bodyRef':{'uri':7,'offset':0,'length':1}", "'bodyRef.uri' must be one string",
            "'bodyRef':{'uri':'file:///a','length':1}", "'bodyRef.offset' must be one integer",
            "'bodyRef':{'uri':'file:///a','offset':-1,'length':1}", "integer from 0",
            "'bodyRef':{'uri':'file:///a','offset':'0x0','length':1}", "integer from 0",
            "'bodyRef':{'uri':'file:///a','offset':0,'length':0}", "integer from 1",
            "'bodyRef':{'uri':'file:///a','offset':0,'length':1e3}", "integer from 1",
            "'bodyRef':{'uri':'file:///a','offset':0,'length':99999999999999999999}", "from 1",
            "'html':'x','bodyRef':{'uri':'file:///a','offset':0,'length':1}", "two bodies");
    reasons.forEach(
        (fields, reason) -> {
          pages.pipeInput(event("http://a.example/", fields));
          assertThat(letter().reason()).as(fields).contains(reason);
        });
    assertThat(values("dead-letters")).hasSize(reasons.size());
    assertThat(missing()).isZero();
  }

  private byte[] referring(String url, int status, String html) throws Exception {
    byte[] block =
        Archives.http("HTTP/1.1 " + status + "\r\nContent-Type: text/html", html.getBytes(UTF_8));
    byte[] member = Archives.gzip(Archives.record("response", url, block));
    Path file = folder.resolve(url.replace(":", "%3A").replace('/', '_'));
    Files.write(file, member);
    return event(
        url, "'bodyRef':{'uri':'" + file.toUri() + "','offset':0,'length':" + member.length + "}");
  }

  private static byte[] event(String url, String fields) {
    return ("{'url':'" + url + "'," + fields + "}").replace('\'', '"').getBytes(UTF_8);
  }

  private void start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("index.memory.bytes", "4000000");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
    driver =
        new TopologyTestDriver(
            new SieveTopology(
                    SieveConfig.of(all), Wings.ALL, new FakeCursors(), meters, new StreamThreads())
                .get(),
            properties);
    pages = driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private List<byte[]> values(String topic) {
    return read(topic).stream().map(TestRecord::value).toList();
  }

  private List<TestRecord<byte[], byte[]>> read(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }
}
