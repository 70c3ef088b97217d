package dev.crawlsieve.tool.cli;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An instance whose only broker is paused, and later killed and started again, says so within
 * seconds, in its answers and on its terminal, and goes on.
 */
@Timeout(600)
final class BrokerAwayIT {

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Process> running = new ArrayList<>();
  private final int port = EmbeddedBroker.freePort();
  private final int http = EmbeddedBroker.freePort();

  @AfterEach
  void end() throws InterruptedException {
    for (Process process : running) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldTellWithinSecondsThatTheBrokersAreAwayAndThatTheyAreBack() throws Exception {
    Process broker = broker();
    Map<String, String> settings =
        Map.of("bootstrap.servers", "localhost:" + port, "replication.factor", "1");
    // Of a call that failed, the next one may find all topics made.
    await().ignoreExceptions().until(() -> Topics.create(SieveConfig.of(settings)) != null);
    Process run =
        child(
            "run",
            List.of(
                "run",
                "--http",
                "127.0.0.1:" + http,
                "--set",
                "bootstrap.servers=localhost:" + port,
                "--set",
                "consumer.default.api.timeout.ms=5000", // what follows topics gives up then
                "--set",
                "state.dir=" + folder.resolve("state")));
    awaitReady();

    signal(broker, "STOP");
    awaitAway();
    signal(broker, "CONT");
    awaitReady();

    broker.destroyForcibly().waitFor();
    awaitAway();
    await().until(() -> told().stream().anyMatch(line -> line.contains("is interrupted: ")));
    broker();
    awaitReady();
    assertThat(run.isAlive()).isTrue();
    await().until(() -> changes().size() == 5);
    run.destroy();
    assertThat(Waits.ended(run)).isTrue();
    assertThat(told())
        .anyMatch(line -> line.startsWith("kept pages are looked up in memory"))
        .noneMatch(line -> line.contains("band") || line.contains("min-hash"));
    assertThat(told()).as("an outage that heals").noneMatch(line -> line.matches("\\s+at .*"));
    String away = "not ready, no broker: no Kafka broker answers at localhost:" + port;
    assertThat(changes())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("ready"),
            line -> assertThat(line).startsWith(away),
            line -> assertThat(line).startsWith("ready again after 0:"),
            line -> assertThat(line).startsWith(away),
            line -> assertThat(line).startsWith("ready again after "));
    assertThat(told())
        .last()
        .asString()
        .matches("0 pages in [\\d:]+: 0 unique, 0 duplicate, 0 dead letters");
  }

  /** Lines about brokers that go and come, without those about tasks that move in between. */
  private List<String> changes() throws IOException {
    List<String> changes = new ArrayList<>();
    boolean ready = false;
    for (String line : told()) {
      boolean nowReady = line.startsWith("ready");
      if (nowReady != ready && (nowReady || line.startsWith("not ready, no broker"))) {
        changes.add(line);
        ready = nowReady;
      }
    }
    return changes;
  }

  /** What it wrote, without the time that each line begins with. */
  private List<String> told() throws IOException {
    return Files.readAllLines(log("run")).stream()
        .map(line -> line.replaceFirst("^\\S+Z ", ""))
        .toList();
  }

  private void awaitAway() {
    await()
        .until(
            () -> {
              HttpResponse<String> answer = get("/health/ready");
              return answer.statusCode() == 503
                  && answer.body().contains("no Kafka broker answers at localhost:" + port);
            });
    await().until(() -> get("/metrics").body().contains("crawlsieve_ready 0.0"));
  }

  private void awaitReady() {
    await().ignoreExceptions().until(() -> get("/health/ready").statusCode() == 200);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http + path)).GET().build(),
        BodyHandlers.ofString());
  }

  private static void signal(Process process, String signal) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  private Process broker() throws IOException {
    return child(
        "broker",
        List.of("broker", "--port", "" + port, "--dir", folder.resolve("broker").toString()));
  }

  private Process child(String name, List<String> args) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add("dev.crawlsieve.tool.cli.Main");
    words.addAll(args);
    Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(log(name).toFile())
            .start();
    running.add(process);
    return process;
  }

  private Path log(String name) {
    return folder.resolve(name + ".log");
  }
}
