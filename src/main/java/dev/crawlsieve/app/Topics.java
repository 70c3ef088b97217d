package dev.crawlsieve.app;

import dev.crawlsieve.config.SieveConfig;
import dev.crawlsieve.config.TopicNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics on the brokers: made, checked, described. */
public final class Topics {

  private final SieveConfig config;
  private final Connection connection;

  public Topics(SieveConfig config) {
    this.config = config;
    this.connection = new Connection(config);
  }

  /**
   * Makes the topics that are missing; those that are there stay as they are.
   *
   * @return names of the topics that were made
   * @throws SieveException if one is there with another number of partitions, or no broker answers
   */
  public List<String> create() {
    TopicPlan plan = new TopicPlan(config);
    try (Admin admin = connection.admin()) {
      Map<String, Integer> found = partitions(admin);
      List<String> problems = new ArrayList<>();
      plan.partitions()
          .forEach(
              (topic, needed) -> {
                int has = found.getOrDefault(topic, needed);
                if (has != needed) {
                  problems.add(
                      wrongPartitions(topic, has)
                          + "the setting "
                          + (topic.equals(config.topics().fingerprints())
                              ? "lanes says "
                              : topic.equals(config.topics().deadLetters())
                                  ? "dead-letters takes "
                                  : "partitions says ")
                          + needed);
                }
              });
      refuse(problems);
      List<String> missing =
          config.topics().all().stream().filter(topic -> !found.containsKey(topic)).toList();
      List<String> made = new ArrayList<>();
      admin
          .createTopics(missing.stream().map(plan::newTopic).toList())
          .values()
          .forEach(
              (topic, done) -> {
                if (made(topic, done)) {
                  made.add(topic);
                }
              });
      return missing.stream().filter(made::contains).toList();
    }
  }

  private boolean made(String topic, KafkaFuture<Void> done) {
    try {
      done.get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        // Another one made it meanwhile.
        return false;
      }
      throw new SieveException(
          "topic '" + topic + "' cannot be made: " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted while making topic '" + topic + "'", e);
    }
  }

  /**
   * Makes sure that the topics are as the topology needs them.
   *
   * @return partitions of {@code pages}
   * @throws SieveException with a sentence for every topic that is missing or has the wrong
   *     partitions, or if no broker answers
   */
  public int check() {
    try (Admin admin = connection.admin()) {
      TopicNames topics = config.topics();
      Map<String, Integer> found = partitions(admin);
      List<String> problems = new ArrayList<>();
      List<String> missing =
          topics.all().stream().filter(topic -> !found.containsKey(topic)).toList();
      if (!missing.isEmpty()) {
        problems.add(missing(missing));
      }
      Integer pages = found.get(topics.pages());
      for (String topic : topics.copartitioned()) {
        if (pages != null && found.containsKey(topic) && !pages.equals(found.get(topic))) {
          problems.add(
              wrongPartitions(topic, found.get(topic))
                  + "it needs "
                  + pages
                  + ", as many as '"
                  + topics.pages()
                  + "'");
        }
      }
      Integer lanes = found.get(topics.fingerprints());
      if (lanes != null && lanes != config.lanes()) {
        problems.add(
            wrongPartitions(topics.fingerprints(), lanes)
                + "the setting lanes says "
                + config.lanes());
      }
      refuse(problems);
      return pages == null ? 0 : pages;
    }
  }

  /**
   * Makes sure that one topic is there.
   *
   * @throws SieveException if it is not, or no broker answers
   */
  void ensureExists(String topic) {
    try (Admin admin = connection.admin()) {
      if (partitions(admin, topic) == 0) {
        throw new SieveException(missing(List.of(topic)));
      }
    }
  }

  /** What the brokers say of every topic, in the order of {@link TopicNames#all}. */
  public List<TopicDescription> describe() {
    try (Admin admin = connection.admin()) {
      return new TopicDescriber(admin, connection).describe(config.topics().all());
    }
  }

  private Map<String, Integer> partitions(Admin admin) {
    Map<String, Integer> found = new HashMap<>();
    for (String topic : config.topics().all()) {
      int partitions = partitions(admin, topic);
      if (partitions > 0) {
        found.put(topic, partitions);
      }
    }
    return found;
  }

  private int partitions(Admin admin, String topic) {
    return new TopicDescriber(admin, connection).partitions(topic).size();
  }

  private static String missing(List<String> topics) {
    return (topics.size() == 1 ? "topic '" : "topics '")
        + String.join("', '", topics)
        + (topics.size() == 1 ? "' does not exist" : "' do not exist")
        + "; 'crawlsieve topics create' makes what is missing";
  }

  private static String wrongPartitions(String topic, int has) {
    return "topic '" + topic + "' has " + has + (has == 1 ? " partition, " : " partitions, ");
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new SieveException(String.join("; ", problems));
    }
  }
}
