package dev.crawlsieve.stream.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.ForwardingAdmin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An admin client that creates topics on brokers of any supported age. Brokers refuse a topic with
 * a setting that they do not know; those before Kafka 3.6 have a single limit on timestamps, past
 * and future.
 */
public final class SieveAdmin extends ForwardingAdmin {

  /** The single limit of these brokers; removed in Kafka 4.0. */
  public static final String TIMESTAMP_DIFFERENCE = "message.timestamp.difference.max.ms";

  private static final String UNKNOWN = "Unknown topic config name: ";
  private static final Logger LOG = LoggerFactory.getLogger(SieveAdmin.class);

  /** Does not connect yet. */
  public SieveAdmin(Map<String, Object> settings) {
    super(settings);
  }

  /**
   * Asks first whether the brokers know the settings, and waits for the answer, which names one
   * unknown setting of a topic at a time.
   */
  @Override
  public CreateTopicsResult createTopics(Collection<NewTopic> topics, CreateTopicsOptions options) {
    Collection<NewTopic> known = topics;
    for (Set<String> unknown = unknown(known, options);
        !unknown.isEmpty();
        unknown = unknown(known, options)) {
      LOG.info("the brokers are too old for the topic settings {}", unknown);
      Set<String> left = unknown;
      known = known.stream().map(topic -> without(left, topic)).toList();
    }
    return super.createTopics(known, options);
  }

  private Set<String> unknown(Collection<NewTopic> topics, CreateTopicsOptions options) {
    Map<String, KafkaFuture<Void>> valid =
        super.createTopics(
                topics, new CreateTopicsOptions().validateOnly(true).timeoutMs(options.timeoutMs()))
            .values();
    Set<String> unknown = new TreeSet<>();
    valid.values().forEach(answer -> unknown.addAll(unknown(answer)));
    return unknown;
  }

  // Kafka Streams wants to push its metrics to brokers through this client, which a ForwardingAdmin
  // refuses with an exception that is logged. The instance serves these metrics itself.

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {}

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {}

  private static Set<String> unknown(KafkaFuture<Void> valid) {
    try {
      valid.get();
    } catch (ExecutionException e) {
      String refusal = String.valueOf(e.getCause());
      if (e.getCause() instanceof InvalidConfigurationException && refusal.contains(UNKNOWN)) {
        return Set.of(refusal.substring(refusal.indexOf(UNKNOWN) + UNKNOWN.length()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Set.of();
  }

  private static NewTopic without(Set<String> unknown, NewTopic topic) {
    Map<String, String> settings = new HashMap<>(topic.configs());
    settings.keySet().removeAll(unknown);
    String before = topic.configs().get(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG);
    if (before != null && unknown.contains(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG)) {
      settings.put(TIMESTAMP_DIFFERENCE, before);
    }
    return topic.configs(settings);
  }
}
