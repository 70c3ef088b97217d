package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ComposeFileTest {

  private ComposeFile compose;

  @BeforeEach
  void read() throws IOException {
    compose = ComposeFile.read();
  }

  @Test
  void shouldHaveThreeBrokersTopicsAndTwoInstances() {
    assertThat(compose.services().keySet())
        .containsExactlyInAnyOrder(
            "kafka-1",
            "kafka-2",
            "kafka-3",
            "topics",
            "crawlsieve-1",
            "crawlsieve-2",
            "prometheus",
            "grafana");
  }

  @Test
  void shouldWaitForBrokersThenTopics() {
    for (String broker : compose.brokers()) {
      assertThat(compose.service(broker)).containsKey("healthcheck");
      assertThat(condition("topics", broker)).isEqualTo("service_healthy");
    }
    for (String instance : List.of("crawlsieve-1", "crawlsieve-2")) {
      assertThat(condition(instance, "topics")).isEqualTo("service_completed_successfully");
    }
    assertThat(compose.service("topics")).doesNotContainKey("restart");
  }

  @Test
  void shouldWatchEveryInstanceWhenAskedTo() throws IOException {
    assertThat(compose.service("prometheus").get("profiles")).isEqualTo(List.of("monitoring"));
    assertThat(compose.service("grafana").get("profiles")).isEqualTo(List.of("monitoring"));
    String prometheus = Files.readString(Path.of("src/deploy/prometheus/prometheus.yml"));
    for (String instance : List.of("crawlsieve-1", "crawlsieve-2")) {
      List<String> command = compose.command(instance);
      String address = command.get(command.indexOf("--http") + 1);
      assertThat(address).startsWith("0.0.0.0:");
      assertThat(prometheus).contains("- " + instance + address.substring("0.0.0.0".length()));
    }
    assertThat(prometheus).contains("rule_files:\n  - alerts.yml\n");
    assertThat((List<?>) compose.service("prometheus").get("volumes"))
        .map(Object::toString)
        .contains("./src/deploy/prometheus/alerts.yml:/etc/prometheus/alerts.yml:ro");
    for (String service : List.of("prometheus", "grafana")) {
      for (Object volume : (List<?>) compose.service(service).get("volumes")) {
        assertThat(Path.of(volume.toString().split(":")[0])).exists();
      }
    }
  }

  @Test
  void shouldGiveCommandsAndSettingsThatCrawlsieveTakes() throws IOException {
    assertThat(compose.command("topics")).startsWith("topics", "create");
    assertThat(compose.command("crawlsieve-1")).startsWith("run");
    SieveConfig topics = SieveConfig.of(compose.sieveSettings("topics"));
    SieveConfig instance = SieveConfig.of(compose.sieveSettings("crawlsieve-1"));
    String servers =
        compose.brokers().stream().map(name -> name + ":9092").collect(Collectors.joining(","));
    assertThat(topics.bootstrapServers()).isEqualTo(servers);
    assertThat(instance.bootstrapServers()).isEqualTo(servers);
    assertThat(topics.partitions()).isEqualTo(instance.partitions()).isGreaterThan(1);
    assertThat(topics.lanes()).isEqualTo(instance.lanes());
    assertThat(topics.replicationFactor()).isEqualTo((short) 3);
    assertThat(instance.replicationFactor()).isEqualTo((short) 3);
    assertThat(instance.passedThrough("streams.")).containsEntry("num.standby.replicas", "1");
  }

  @Test
  void shouldNameEachInstanceInTheGroup() throws IOException {
    for (String instance : List.of("crawlsieve-1", "crawlsieve-2")) {
      assertThat(SieveConfig.of(compose.sieveSettings(instance)).passedThrough("consumer."))
          .containsEntry("group.instance.id", instance);
      assertThat(compose.service(instance)).containsKey("healthcheck");
      assertThat(compose.service(instance).get("stop_grace_period")).isEqualTo("60s");
    }
  }

  @Test
  void shouldKeepStateOnAVolumeOfItsOwn() throws IOException {
    String state = SieveConfig.of(compose.sieveSettings("crawlsieve-1")).stateDir();
    for (String instance : List.of("crawlsieve-1", "crawlsieve-2")) {
      List<?> volumes = (List<?>) compose.service(instance).get("volumes");
      assertThat(volumes.stream().map(Object::toString)).contains(instance + ":" + state);
      assertThat(compose.volumes()).containsKey(instance);
    }
  }

  @Test
  void shouldHaveBrokersThatAgree() {
    for (String broker : compose.brokers()) {
      Map<String, String> settings = compose.brokerSettings(broker);
      String number = broker.substring("kafka-".length());
      assertThat(settings)
          .containsEntry("node.id", number)
          .containsEntry("process.roles", "broker,controller")
          .hasEntrySatisfying(
              "advertised.listeners",
              value -> assertThat(value).startsWith("PLAINTEXT://" + broker + ":9092,"))
          .containsEntry(
              "controller.quorum.voters",
              compose.brokers().stream()
                  .map(name -> name.substring("kafka-".length()) + "@" + name + ":9093")
                  .collect(Collectors.joining(",")))
          .containsEntry("min.insync.replicas", "2");
      assertThat(settings.get("listeners")).contains(":9092").contains(":9093");
      settings.forEach(
          (name, value) -> {
            if (name.endsWith("replication.factor")) {
              assertThat(Integer.parseInt(value)).isEqualTo(compose.brokers().size());
            }
          });
      assertThat(compose.service(broker).get("image")).isEqualTo("apache/kafka:4.4.0");
      String clusterId =
          ComposeFile.map(compose.service(broker), "environment").get("CLUSTER_ID").toString();
      assertThat(Uuid.fromString(clusterId).toString()).isEqualTo(clusterId);
    }
  }

  @Test
  void shouldBeReachableFromThisMachineAndNoOther() throws IOException {
    for (String broker : compose.brokers()) {
      Map<String, String> settings = compose.brokerSettings(broker);
      String advertised = settings.get("advertised.listeners");
      String port = advertised.substring(advertised.lastIndexOf(':') + 1);
      assertThat(advertised).endsWith(",HOST://localhost:" + port);
      assertThat(settings.get("listeners")).endsWith(",HOST://:" + port);
      assertThat(settings.get("listener.security.protocol.map")).contains("HOST:PLAINTEXT");
      assertThat(compose.service(broker).get("ports"))
          .isEqualTo(List.of("127.0.0.1:" + port + ":" + port));
      assertThat(Files.readString(Path.of("docker-compose.yml")))
          .contains("19092, 29092 and 39092");
    }
    assertThat(compose.service("crawlsieve-1").get("ports"))
        .isEqualTo(List.of("127.0.0.1:8080:8080"));
    assertThat(compose.service("crawlsieve-2").get("ports"))
        .isEqualTo(List.of("127.0.0.1:8081:8080"));
  }

  @Test
  void shouldRunTheImageThatTheDocsBuild() throws IOException {
    String image = "crawlsieve:0.1.0";
    for (String service : List.of("topics", "crawlsieve-1", "crawlsieve-2")) {
      assertThat(compose.service(service).get("image")).isEqualTo(image);
    }
    assertThat(Files.readString(Path.of("docs/install.md"))).contains("-t " + image);
    assertThat(Files.readString(Path.of("src/deploy/kubernetes/statefulset.yaml")))
        .contains("image: " + image);
  }

  private Object condition(String service, String on) {
    Map<String, Object> needs = ComposeFile.map(compose.service(service), "depends_on");
    return ComposeFile.map(needs, on).get("condition");
  }
}
