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
    String rest = rest(name);
    String hint = isKnown(name) ? "" : NearestName.hint(rest, known(name));
    if (!hint.isEmpty()) {
      throw new SettingsException("Kafka has no setting for '" + name + "'" + hint);
    }
  }

  /**
   * A sentence on a name that Kafka does not know; empty for a name that it knows.
   *
   * @param name the name with its prefix
   */
  static String remark(String name) {
    return isKnown(name)
        ? ""
        : "Kafka knows no %s (%s): it is passed on".formatted(rest(name), name);
  }

  private static boolean isKnown(String name) {
    String rest = rest(name);
    return known(name).contains(rest)
        || rest.startsWith(StreamsConfig.TOPIC_PREFIX)
        || known(name).stream().anyMatch(one -> rest.startsWith(one + ".")); // of a provider
  }

  private static Set<String> known(String name) {
    return Objects.requireNonNull(KNOWN.get(name.substring(0, name.indexOf('.') + 1)));
  }

  private static String rest(String name) {
    return name.substring(name.indexOf('.') + 1);
  }
}
