package dev.crawlsieve.stream.run;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;

/** The number of records that an instance's consumers know of and have not fetched yet. */
public final class RecordsLag {

  private RecordsLag() {}

  /**
   * The lag by partition, from the consumers' own metrics; partitions with an unknown lag are
   * missing.
   */
  public static Map<TopicPartition, Long> of(Map<MetricName, ? extends Metric> metrics) {
    Map<TopicPartition, Long> lag = new HashMap<>();
    metrics.forEach(
        (name, metric) -> {
          String topic = name.tags().get("topic");
          String partition = name.tags().get("partition");
          if (name.name().equals("records-lag")
              && topic != null
              && partition != null
              && metric.metricValue() instanceof Number records
              && records.doubleValue() >= 0) {
            lag.merge(
                new TopicPartition(topic, Integer.parseInt(partition)),
                records.longValue(),
                Long::sum);
          }
        });
    return lag;
  }
}
