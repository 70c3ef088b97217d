import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.stormcrawler.Metadata;
import org.apache.stormcrawler.util.ConfUtils;

/**
 * Behind FetcherBolt: sends each page to the topic {@code pages}. It acknowledges a page once Kafka
 * has it, so Storm replays what was lost; a page that is sent twice is dropped as a copy of itself.
 */
public final class PagesBolt extends BaseRichBolt {

  /** {@code protocol.md.prefix}; what begins with it and ends with _ is not a header. */
  private static final String PREFIX = "protocol.";

  private static final ObjectMapper JSON = new ObjectMapper();

  private transient OutputCollector collector;
  private transient KafkaProducer<String, byte[]> pages;

  @Override
  public void prepare(
      Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
    this.collector = collector;
    String brokers = ConfUtils.getString(conf, "crawlsieve.brokers", "localhost:9092");
    // Events as large as the largest page
    pages =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", brokers, "max.request.size", 10_000_000),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  @Override
  public void execute(Tuple page) {
    String url = page.getStringByField("url");
    try {
      byte[] event =
          event(url, page.getBinaryByField("content"), (Metadata) page.getValueByField("metadata"));
      pages.send(
          new ProducerRecord<>("pages", url, event),
          (at, failure) -> {
            synchronized (collector) {
              if (failure == null) {
                collector.ack(page);
              } else {
                collector.fail(page);
              }
            }
          });
    } catch (Exception e) {
      collector.reportError(e);
      collector.fail(page);
    }
  }

  static byte[] event(String url, byte[] content, Metadata metadata) throws Exception {
    ObjectNode event = JSON.createObjectNode().put("url", url);
    event.put("fetchTime", System.currentTimeMillis());
    event.put("status", metadata.getFirstValue("fetch.statusCode"));
    ObjectNode headers = event.putObject("headers");
    for (String key : metadata.keySet()) {
      if (key.startsWith(PREFIX) && !key.endsWith("_")) {
        ArrayNode values = headers.putArray(key.substring(PREFIX.length()));
        for (String value : metadata.getValues(key)) {
          values.add(value);
        }
      }
    }
    event.put("bodyBase64", content);
    return JSON.writeValueAsBytes(event);
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {}

  @Override
  public void cleanup() {
    pages.close();
  }
}
