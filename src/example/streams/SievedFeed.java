import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.run.SieveRunner;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A Kafka Streams application with the sieve inside: it makes page events of what a crawler writes
 * to {@code raw}, and writes the titles of the unique pages to {@code feed}, in one group and one
 * transaction each.
 */
final class SievedFeed {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Serde<String> TEXT = Serdes.String();

  private SievedFeed() {}

  /** What is before {@code pages} and after {@code unique}. */
  private static Topology own() {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("raw", Consumed.with(TEXT, TEXT))
        .filter((url, html) -> html != null && !html.isBlank())
        .mapValues(SievedFeed::event)
        .to("pages", Produced.with(TEXT, TEXT));
    builder.stream("unique", Consumed.with(TEXT, TEXT))
        .mapValues((url, event) -> event.replaceFirst("(?s).*<title>(.*?)</title>.*", "$1"))
        .to("feed", Produced.with(TEXT, TEXT));
    return builder.build();
  }

  private static String event(String url, String html) {
    ObjectNode event = JSON.createObjectNode();
    return event.put("url", url).put("html", html).toString();
  }

  /**
   * Starts an instance.
   *
   * @param settings those of {@code run}, such as application.id and bootstrap.servers
   */
  static SieveRunner start(Map<String, String> settings) {
    SieveConfig config = SieveConfig.of(settings);
    SieveRunner runner = new SieveRunner(config, RunObserver.NONE, SievedFeed::own);
    runner.start();
    return runner;
  }

  /**
   * @param args the brokers
   */
  public static void main(String[] args) throws InterruptedException {
    Map<String, String> settings =
        Map.of("application.id", "sieved-feed", "bootstrap.servers", args[0]);
    try (SieveRunner runner = start(settings)) {
      while (runner.running()) {
        Thread.sleep(1000);
      }
      System.err.println(runner.failure());
    }
  }
}
