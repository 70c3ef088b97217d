package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.TopicDescriber;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/** Deletes a topic and makes it again, with as many partitions. */
final class TopicTool {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 50;

  private final SieveConfig config;
  private final @Nullable Path script;
  private final Stoppable stopping;

  /**
   * @param script {@code kafka-topics.sh}, which makes the topic again as soon as the old one is
   *     gone, with the brokers' default settings; null for an admin client, which gives it the
   *     settings that it had
   */
  TopicTool(SieveConfig config, @Nullable Path script, Stoppable stopping) {
    this.config = config;
    this.script = script;
    this.stopping = stopping;
  }

  /**
   * Deletes a topic and makes it again.
   *
   * @param millis how long it is missing
   */
  void recreate(String topic, long millis) throws InterruptedException {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      int partitions = new TopicDescriber(admin, connection).partitions(topic).size();
      NewTopic again =
          new NewTopic(topic, partitions, config.replicationFactor())
              .configs(settings(admin, connection, topic));
      if (script == null) {
        connection.await(admin.deleteTopics(List.of(topic)).all());
      } else {
        run("--delete", "--topic", topic);
      }
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (connection.await(admin.listTopics().names()).contains(topic)) {
        stopping.sleep(LOOK_MILLIS);
        if (System.nanoTime() > end) {
          throw new SieveException("the brokers do not remove the topic " + topic);
        }
      }
      stopping.sleep(millis);
      if (script == null) {
        connection.await(admin.createTopics(List.of(again)).all());
      } else {
        run("--create", "--topic", topic, "--partitions", String.valueOf(partitions));
      }
    }
  }

  private static Map<String, String> settings(Admin admin, Connection connection, String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    Map<String, String> own = new HashMap<>();
    Config all =
        Objects.requireNonNull(
            connection.await(admin.describeConfigs(List.of(resource)).all()).get(resource));
    for (ConfigEntry entry : all.entries()) {
      if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
        own.put(entry.name(), entry.value());
      }
    }
    return own;
  }

  private void run(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(String.valueOf(script));
    command.addAll(List.of("--bootstrap-server", config.bootstrapServers()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new SieveException(String.join(" ", command) + " failed: " + said.strip());
      }
    } catch (IOException e) {
      throw new SieveException(script + " cannot be run: " + e.getMessage(), e);
    }
  }
}
