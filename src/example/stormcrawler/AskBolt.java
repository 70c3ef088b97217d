import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.engine.BodyFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.stormcrawler.Metadata;
import org.apache.stormcrawler.util.ConfUtils;

/**
 * Between FetcherBolt and the parser: asks whether a page is a copy of a kept one, sends it to the
 * topic {@code pages}, and passes it on with the answer. With {@code indexer.md.filter:
 * "crawlsieve.copy=false"} copies are parsed for their links, but not indexed.
 */
public final class AskBolt extends BaseRichBolt {

  private transient OutputCollector collector;
  private transient Asking asking;
  private transient BodyFingerprinter fingerprinter;
  private transient KafkaProducer<String, byte[]> pages;
  private transient String topic;
  private transient String typeKey;

  @Override
  public void prepare(
      Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
    this.collector = collector;
    asking = new Asking(conf);
    fingerprinter = new BodyFingerprinter();
    topic = ConfUtils.getString(conf, "crawlsieve.topic", "pages");
    typeKey = ConfUtils.getString(conf, "protocol.md.prefix", "") + "content-type";
    String brokers = ConfUtils.getString(conf, "crawlsieve.brokers", "localhost:9092");
    pages =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", brokers, "max.request.size", 10_000_000),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  @Override
  public void execute(Tuple page) {
    String url = page.getStringByField("url");
    byte[] content = page.getBinaryByField("content");
    Metadata metadata = (Metadata) page.getValueByField("metadata");
    try {
      byte[] event = PagesBolt.event(url, content, metadata);
      metadata.setValue("crawlsieve.copy", String.valueOf(isCopy(url, content, metadata)));
      // Sent after the question: once decided on, each page is a copy of itself.
      pages.send(
          new ProducerRecord<>(topic, url, event),
          (at, failure) -> passOn(page, new Values(url, content, metadata), failure));
    } catch (Exception e) {
      passOn(page, null, e);
    }
  }

  private boolean isCopy(String url, byte[] content, Metadata metadata) {
    try {
      JsonNode verdict =
          asking.verdict(
              fingerprinter.fingerprint(url, content, metadata.getFirstValue(typeKey)).toBytes());
      // A page that Storm replays copies itself, and need not have been indexed.
      return verdict.path("decision").asText().equals("duplicate")
          && !verdict.at("/duplicateOf/url").asText().equals(url);
    } catch (BadPageException | UnjudgedPageException e) {
      return false; // not compared with others
    }
  }

  private void passOn(Tuple page, Values marked, Exception failure) {
    synchronized (collector) {
      if (failure == null) {
        collector.emit(page, marked);
        collector.ack(page);
      } else {
        collector.reportError(failure);
        collector.fail(page);
      }
    }
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    declarer.declare(new Fields("url", "content", "metadata"));
  }

  @Override
  public void cleanup() {
    pages.close();
  }
}
