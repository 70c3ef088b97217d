package dev.crawlsieve.stream.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * An admin client that creates topics on brokers of any supported age. Brokers before Kafka 3.6
 * have a single limit on timestamps, past and future, and refuse a topic with a setting that they
 * do not know.
 */
public final class SieveAdmin extends ForwardingAdmin {

  /** The single limit of these brokers; removed in Kafka 4.0. */
  static final String TIMESTAMP_DIFFERENCE = "message.timestamp.difference.max.ms";

  private static final Logger LOG = LoggerFactory.getLogger(SieveAdmin.class);
  private static final String TIMESTAMPS = "message.timestamp.";

  /** Does not connect yet. */
  public SieveAdmin(Map<String, Object> settings) {
    super(settings);
  }

  /** Asks first whether the brokers know the settings, and waits for the answer. */
  @Override
  public CreateTopicsResult createTopics(Collection<NewTopic> topics, CreateTopicsOptions options) {
    boolean older =
        super.createTopics(
                topics, new CreateTopicsOptions().validateOnly(true).timeoutMs(options.timeoutMs()))
            .values()
            .values()
            .stream()
            .anyMatch(SieveAdmin::isUnknown);
    if (!older) {
      return super.createTopics(topics, options);
    }
    LOG.info(
        "the brokers are older than Kafka 3.6: {} is set instead of limits before and after now",
        TIMESTAMP_DIFFERENCE);
    List<NewTopic> known = topics.stream().map(SieveAdmin::older).toList();
    return super.createTopics(known, options);
  }

  // Kafka Streams wants to push its metrics to brokers through this client, which a ForwardingAdmin
  // refuses with an exception that is logged. The instance serves these metrics itself.

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {}

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {}

  private static boolean isUnknown(KafkaFuture<Void> valid) {
    try {
      valid.get();
      return false;
    } catch (ExecutionException e) {
      return e.getCause() instanceof InvalidConfigurationException
          && String.valueOf(e.getCause().getMessage()).contains(TIMESTAMPS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static NewTopic older(NewTopic topic) {
    Map<String, String> settings = new HashMap<>(topic.configs());
    String before = settings.remove(TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG);
    settings.remove(TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG);
    if (before != null) {
      settings.put(TIMESTAMP_DIFFERENCE, before);
    }
    return topic.configs(settings);
  }
}
