package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.FakeCursors;
import dev.crawlsieve.stream.run.Wings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every odd but valid page gets a fingerprint, and its copy is found. */
final class OddPagesTopologyTest {

  @TempDir Path folder;

  static Stream<Arguments> pages() {
    String words = "eine kleine Geschichte über den Mann am Fluss und sein altes Boot aus Holz ";
    return Stream.of(
        Arguments.of("no text", "<html><body><img src=x></body></html>", false),
        Arguments.of("only scripts", "<script>document.write('x')</script>", false),
        Arguments.of(
            "only navigation",
            "<nav>" + "<a href=/a>one more section</a> ".repeat(30) + "</nav>",
            true),
        Arguments.of("frames", "<frameset><frame src=a><frame src=b></frameset>", false),
        Arguments.of("10 MB of text", "<p>" + distinctWords(1_300_000) + "</p>", true),
        Arguments.of("100,000 equal shingles", "<p>" + "same ".repeat(100_002) + "</p>", true),
        Arguments.of(
            "mixed scripts",
            "<p>word слово 言葉を書く คำพูด מילה كلمة λέξη 단어 ".repeat(20) + "</p>",
            true),
        Arguments.of(
            "right to left", "<p dir=rtl>" + "هذه قصة قصيرة عن رجل عند النهر ".repeat(9), true),
        Arguments.of("broken entities", "<p>&amp &#xZZ; &#99999999; &bogus; &lt" + words, false),
        Arguments.of("unknown language", "<html lang=zz-klingon><p>" + words.repeat(4), true),
        Arguments.of("never closed", "<div><p><b><table><tr><td>" + words.repeat(4), true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void shouldHaveFingerprintAndVerdict(String name, String html, boolean nearEligible)
      throws Exception {
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    SieveConfig config = SieveConfig.of(Map.of("index.memory.bytes", "32000000"));
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            new SieveTopology(config, Wings.ALL, new FakeCursors()).get(), properties)) {
      TestInputTopic<byte[], byte[]> pages =
          driver.createInputTopic("pages", new ByteArraySerializer(), new ByteArraySerializer());
      pages.pipeInput(event("http://a.example/", html));
      pages.pipeInput(event("http://b.example/", html));

      assertThat(read(driver, "dead-letters")).isEmpty();
      List<byte[]> fingerprints = read(driver, "fingerprints");
      assertThat(fingerprints).hasSize(2);
      Fingerprint fingerprint = FingerprintCodec.decode(fingerprints.get(0));
      assertThat(fingerprint.nearEligible()).isEqualTo(nearEligible);
      Verdict copy = VerdictCodec.decode(read(driver, "verdicts").get(1));
      assertThat(copy.kind()).isEqualTo(Verdict.Kind.EXACT);
      assertThat(read(driver, "unique")).hasSize(1);
      assertThat(read(driver, "duplicate")).hasSize(1);
    }
  }

  private static List<byte[]> read(TopologyTestDriver driver, String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readValuesToList();
  }

  private static byte[] event(String url, String html) throws Exception {
    return new ObjectMapper().writeValueAsString(Map.of("url", url, "html", html)).getBytes(UTF_8);
  }

  private static String distinctWords(int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(Integer.toString(i * 7919, 36)).append(' ');
    }
    return words.toString();
  }
}
