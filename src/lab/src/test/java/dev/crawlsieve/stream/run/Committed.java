package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.TopicReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The committed records of a topic, for tests. */
public final class Committed {

  private Committed() {}

  /** All records from the topic's beginning to its current end. */
  public static List<ConsumerRecord<byte[], byte[]>> records(SieveConfig config, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    new TopicReader(config).records(topic, true, false, records::add);
    return records;
  }
}
