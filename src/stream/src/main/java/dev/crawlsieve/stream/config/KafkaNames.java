package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The names of settings that are passed through to Kafka. */
final class KafkaNames {

  private static final Map<String, Set<String>> KNOWN =
      Map.of(
          "producer.", ProducerConfig.configNames(),
          "consumer.", ConsumerConfig.configNames(),
          "streams.", ofStreams());

  private KafkaNames() {}

  private static Set<String> ofStreams() {
    Set<String> names = new TreeSet<>(StreamsConfig.configDef().names());
    names.addAll(AdminClientConfig.configNames());
    names.addAll(ProducerConfig.configNames());
    for (String prefix :
        List.of(
            "",
            StreamsConfig.CONSUMER_PREFIX,
            StreamsConfig.MAIN_CONSUMER_PREFIX,
            StreamsConfig.RESTORE_CONSUMER_PREFIX,
            StreamsConfig.GLOBAL_CONSUMER_PREFIX)) {
      ConsumerConfig.configNames().forEach(name -> names.add(prefix + name));
    }
    ProducerConfig.configNames().forEach(name -> names.add(StreamsConfig.PRODUCER_PREFIX + name));
    AdminClientConfig.configNames()
        .forEach(name -> names.add(StreamsConfig.ADMIN_CLIENT_PREFIX + name));
    return names;
  }

  /**
   * Rejects names that seem to be mistyped, which Kafka would ignore. Other unknown names may
   * belong to a plug-in or a topic.
   *
   * @param name the name with its prefix
   * @throws SettingsException if a name is close to a known one
   */
  static void check(String name) {
    String prefix = name.substring(0, name.indexOf('.') + 1);
    String rest = name.substring(prefix.length());
    Set<String> known = Objects.requireNonNull(KNOWN.get(prefix));
    String hint =
        known.contains(rest)
                || rest.startsWith(StreamsConfig.TOPIC_PREFIX)
                || known.stream()
                    .anyMatch(one -> rest.startsWith(one + ".")) // for example of a provider
            ? ""
            : NearestName.hint(rest, known);
    if (!hint.isEmpty()) {
      throw new SettingsException("Kafka has no setting for '" + name + "'" + hint);
    }
  }
}
