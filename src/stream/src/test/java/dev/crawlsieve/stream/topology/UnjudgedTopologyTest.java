package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.verdict.Evidence;
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
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that are not judged go to a third output, unchanged; pages that are judged do not. */
final class UnjudgedTopologyTest {

  private static final String KEY = "http://key.example/";
  private static final String TEXT = "The quick brown fox jumps over the lazy dog. ";
  private static final String STUB =
      "<meta http-equiv='Refresh' content=\"0; URL='/moved'\"><p>You are being redirected.";

  @TempDir Path folder;
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> pages;

  @AfterEach
  void close() {
    if (driver != null) {
      driver.close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "'status':301,'bodyBase64':''|status|the status is 301, which accept.status does not"
            + " include",
        "'status':302|status|302",
        "'status':404,'html':'<p>Not found'|status|404",
        "'status':500,'html':'<p>Oops'|status|500",
        "'status':204,'html':''|status|204",
        "'status':-1,'html':'<p>a'|status|-1",
        "'contentType':'image/png','bodyBase64':'iVBORw0KGgo='|type|the content type is image/png",
        "'contentType':'image/png','html':''|type|image/png",
        "'contentType':'application/pdf','bodyBase64':'JVBERi0='|type|application/pdf",
        "'contentType':'application/javascript','text':'var a'|type|application/javascript",
        "'contentType':'text/javascript;charset=utf-8','text':'var a'|type|text/javascript",
        "'contentType':'text/css','bodyBase64':'YXt9'|type|text/css",
        "'headers':{'Content-Type':'text/css'},'bodyBase64':'YXt9'|type|text/css",
        "'bodyBase64':'AAECAwQ='|type|application/octet-stream",
        "'contentType':'text/html','html':'<rss version=2.0>'|type|the body begins as that of the"
            + " type application/rss+xml, which accept.types does not include",
        "'text':'<?xml version=1.0?><oembed>'|type|application/xml"
      })
  void shouldNotJudgeWhatIsNoPageToRead(String fields, String trait, String reason)
      throws Exception {
    start(Map.of());
    byte[] page = ("{'url':'http://a.example/'," + fields + "}").replace('\'', '"').getBytes(UTF_8);
    send(page);
    send(event("http://a.example/2", Map.of("html", TEXT)));

    TestRecord<byte[], byte[]> unjudged = only("unjudged");
    assertThat(unjudged.value()).isEqualTo(page);
    assertThat(unjudged.key()).isEqualTo(KEY.getBytes(UTF_8));
    assertThat(header(unjudged, "produced")).isEqualTo("kept");
    assertThat(header(unjudged, "crawlsieve.decision")).isEqualTo("unjudged");
    assertThat(header(unjudged, "crawlsieve.page")).isEqualTo("0@0");
    assertThat(header(unjudged, "crawlsieve.trait")).isEqualTo(trait);
    assertThat(header(unjudged, "crawlsieve.reason")).contains(reason);
    assertThat(read("fingerprints")).hasSize(1);
    assertThat(read("verdicts")).hasSize(1);
    assertThat(only("unique").value()).isNotEqualTo(page);
    assertThat(read("duplicate")).isEmpty();
    assertThat(read("dead-letters")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'html':'<p>a'",
        "'status':200,'html':'<p>a'",
        "'status':null,'html':''",
        "'contentType':'application/xhtml+xml','bodyBase64':'PHA+YQ=='",
        "'contentType':'TEXT/HTML','bodyBase64':'PHA+YQ=='",
        "'contentType':'text/markdown','text':'a'",
        "'contentType':'application/pdf','text':'what a PDF says'",
        "'bodyBase64':'PHA+YQ=='"
      })
  void shouldJudgePages(String fields) {
    start(Map.of());
    send(("{'url':'http://a.example/'," + fields + "}").replace('\'', '"').getBytes(UTF_8));

    assertThat(read("unique")).hasSize(1);
    assertThat(read("unjudged")).isEmpty();
  }

  @Test
  void shouldJudgeWhatTheSettingsAccept() throws Exception {
    start(
        Map.of(
            "accept.status", "2xx,404,301-303",
            "accept.types", "text/html,application/*,-application/pdf,-application/xml",
            "accept.min.bytes", "3"));
    send(event("http://a.example/1", Map.of("status", 302, "html", "one")));
    send(event("http://a.example/2", Map.of("status", 404, "html", "two two")));
    send(event("http://a.example/3", Map.of("status", 204, "html", "")));
    send(event("http://a.example/4", Map.of("html", "no status")));
    send(
        event(
            "http://a.example/5",
            Map.of("status", 200, "contentType", "application/pdf", "bodyBase64", "JVBERi0=")));
    send(event("http://a.example/6", Map.of("status", 200, "text", "plain text")));
    send(event("http://a.example/7", Map.of("status", 299, "html", "é€")));
    send(event("http://a.example/8", Map.of("status", 200, "text", "<rss version='2.0'/>")));
    send(event("http://a.example/9", Map.of("status", 200, "html", "<?xml version='1.0'?><doc>")));

    assertThat(read("unique")).hasSize(4);
    assertThat(read("unjudged"))
        .extracting(page -> header(page, "crawlsieve.trait"))
        .containsExactly("bytes", "status", "type", "type", "type");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "application/pdf|%PDF-1.7 a",
        "image/svg+xml|<svg xmlns='http://www.w3.org/2000/svg'>",
        "text/css|p { color: red }",
        "text/html|<rss version='2.0'><title>a feed at two addresses</title>",
        "|x\1\2y"
      })
  void shouldJudgeByItsBytesAloneWhatTheSettingsSay(String type, String body) throws Exception {
    start(Map.of("accept.bytes", "*/*,-image/gif"));
    String other = body + " ";
    send(octets("http://a.example/1", type, body));
    send(octets("http://a.example/2", type, body));
    send(octets("http://a.example/3", type, other));
    send(octets("http://a.example/2", type, body));
    send(octets("http://a.example/1", type, other + " "));
    send(event("http://b.example/", Map.of("contentType", "text/plain", "text", TEXT + body)));
    send(octets("http://b.example/4", "application/pdf", TEXT + body));

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts)
        .extracting(verdict -> verdict.kind() == null ? "unique" : verdict.kind().text())
        .containsExactly("unique", "exact", "unique", "exact", "unique", "unique", "unique");
    assertThat(verdicts)
        .extracting(Verdict::bytes)
        .containsExactly(true, true, true, true, true, false, true);
    Evidence copy = verdicts.get(1).evidence();
    assertThat(copy.duplicateOf().url()).isEqualTo("http://a.example/1");
    assertThat(copy.match()).isEqualTo(Evidence.Match.EXACT);
    assertThat(copy.reason()).isEqualTo(Reason.NOTHING_LOST);
    assertThat(copy.similarity()).isNegative();
    assertThat(copy.table()).isEqualTo("content");
    assertThat(read("unjudged")).isEmpty();
  }

  @Test
  void shouldNotJudgeByTheirBytesWhatIsDamagedOrExcludedOrEmpty() throws Exception {
    start(Map.of("accept.bytes", "*/*,-image/gif", "accept.min.bytes", "1"));
    send(octets("http://a.example/1", "image/gif", "GIF89a"));
    send(octets("http://a.example/2", "image/png", ""));
    send(event("http://a.example/3", Map.of("contentType", "image/png", "html", "\ufffdPNG")));
    send(event("http://a.example/4", Map.of("status", 404, "contentType", "image/png")));

    assertThat(read("unjudged"))
        .extracting(page -> header(page, "crawlsieve.reason"))
        .containsExactly(
            "the content type is image/gif, which accept.types does not include",
            "the body has 0 bytes, accept.min.bytes is 1",
            "the content type is image/png, which accept.types does not include; some of its bytes"
                + " are lost (U+FFFD)",
            "the status is 404, which accept.status does not include");
    assertThat(read("fingerprints")).isEmpty();

    send(event("http://a.example/5", Map.of("contentType", "text/css", "text", "p { }")));
    send(octets("http://a.example/6", "text/css", "p { }"));
    assertThat(only("duplicate").value()).asString(UTF_8).contains("http://a.example/6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "<meta http-equiv=refresh content='0;url=/x'>|true",
        "<meta http-equiv=REFRESH content='5, /x'>Please wait|true",
        "<html><head><title>Moved</title><meta content='1 ; URL = \"/x\"' http-equiv=refresh>|true",
        "<meta http-equiv=refresh content='0 http://b.example/'>|true",
        "<meta http-equiv=refresh content='300;url=/x'>|false",
        "<meta http-equiv=refresh content='0'>|false",
        "<meta http-equiv=refresh content=''>|false",
        "<meta name=refresh content='0;url=/x'>|false",
        "<noscript><meta http-equiv=refresh content='0;url=/x'></noscript>|false",
        "<!-- <meta http-equiv=refresh content='0;url=/x'> -->|false",
        "<table><meta http-equiv=refresh content='0;url=/x'>foster|true"
      })
  void shouldTellAPageThatOnlySendsBrowsersElsewhere(String html, boolean stub) throws Exception {
    start(Map.of());
    send(event("http://a.example/", Map.of("html", html)));
    assertThat(read("unjudged")).hasSize(stub ? 1 : 0);
    assertThat(read("unique")).hasSize(stub ? 0 : 1);
  }

  @Test
  void shouldJudgeAPageThatRefreshesAndSaysSomething() throws Exception {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      words.append(" word").append(i);
    }
    start(Map.of());
    send(event("http://a.example/1", Map.of("html", STUB)));
    send(event("http://a.example/2", Map.of("html", STUB + words)));

    assertThat(header(only("unjudged"), "crawlsieve.reason")).contains("/moved");
    assertThat(read("unique")).hasSize(1);
  }

  @Test
  void shouldNeverTakeAPageWithoutTextAndBodyForACopyOfAnotherUrlsPage() throws Exception {
    start(Map.of("accept.status", "any"));
    send(event("http://a.example/1", Map.of("status", 301, "html", "")));
    send(event("http://b.example/2", Map.of("status", 200, "text", "")));
    send(event("http://b.example/2", Map.of("status", 200, "html", "")));
    send(event("http://c.example/3", Map.of("status", 302)));
    send(event("http://c.example/4", Map.of("bodyBase64", "")));

    List<Verdict> verdicts = verdicts();
    assertThat(verdicts).extracting(Verdict::kept).containsExactly(true, true, false, true, true);
    assertThat(verdicts.get(2).duplicateOf().url()).isEqualTo("http://b.example/2");
  }

  private void start(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("index.memory.bytes", "4000000");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(
        StreamsConfig.STATE_DIR_CONFIG,
        folder.resolve(String.valueOf(settings.hashCode())).toString());
    driver =
        new TopologyTestDriver(
            new SieveTopology(SieveConfig.of(all), Wings.ALL, new FakeCursors()).get(), properties);
    pages = driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void send(byte[] value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("produced", "kept".getBytes(UTF_8));
    headers.add("crawlsieve.reason", "of somebody else".getBytes(UTF_8));
    pages.pipeInput(new TestRecord<>(KEY.getBytes(UTF_8), value, headers, 0L));
  }

  private static byte[] event(String url, Map<String, Object> fields)
      throws JsonProcessingException {
    Map<String, Object> all = new HashMap<>(fields);
    all.put("url", url);
    return new ObjectMapper().writeValueAsBytes(all);
  }

  private static byte[] octets(String url, String type, String body)
      throws JsonProcessingException {
    String declared = type == null ? "" : type;
    return event(url, Map.of("contentType", declared, "bodyBase64", body.getBytes(UTF_8)));
  }

  private List<Verdict> verdicts() throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (TestRecord<byte[], byte[]> record : read("verdicts")) {
      verdicts.add(VerdictCodec.decode(record.value()));
    }
    return verdicts;
  }

  private TestRecord<byte[], byte[]> only(String topic) {
    List<TestRecord<byte[], byte[]>> records = read(topic);
    assertThat(records).as(topic).hasSize(1);
    return records.get(0);
  }

  private List<TestRecord<byte[], byte[]>> read(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }
}
