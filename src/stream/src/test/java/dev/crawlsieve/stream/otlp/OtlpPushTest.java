package dev.crawlsieve.stream.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.crawlsieve.core.config.SettingsException;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OtlpPushTest {

  private final List<String> log = new CopyOnWriteArrayList<>();

  private MeterRegistry registry(URI url, Duration every, Duration patience) {
    return new OtlpPush(url, Map.of("X-Key", "k"), "a.example:8080", every, patience, log::add)
        .registry();
  }

  private MeterRegistry often(URI url) {
    return registry(url, Duration.ofMillis(20), Duration.ofSeconds(5));
  }

  @Test
  void shouldSayWhoseMetricsTheyAre() throws IOException {
    try (Collector collector = new Collector()) {
      MeterRegistry registry = often(collector.url());
      registry.counter("pages").increment(3);
      await().until(() -> collector.pushes().size() > 2);
      registry.close();
      Collector.Push push = collector.pushes().get(0);
      assertThat(push.headers().getFirst("X-Key")).isEqualTo("k");
      assertThat(push.headers().getFirst("Content-Type")).isEqualTo("application/x-protobuf");
      ResourceMetrics metrics = push.metrics().getResourceMetrics(0);
      assertThat(metrics.getResource().getAttributesList())
          .extracting(KeyValue::getKey, attribute -> attribute.getValue().getStringValue())
          .contains(
              tuple("service.name", "crawlsieve"), tuple("service.instance.id", "a.example:8080"));
      assertThat(log).isEmpty();
    }
  }

  @Test
  void shouldSayOnceThatTheCollectorIsAwayAndOnceThatItIsBack() throws IOException {
    URI url;
    int port;
    try (Collector gone = new Collector()) {
      url = gone.url();
      port = url.getPort();
    }
    MeterRegistry registry = often(url);
    registry.counter("pages").increment(3);
    await().until(() -> !log.isEmpty());
    assertThat(log.get(0))
        .contains(url + " (setting metrics.otlp.url)", "ConnectException", "trying again");
    registry.counter("pages").increment(4);
    try (Collector back = new Collector(port)) {
      await().until(() -> log.size() > 1);
      assertThat(log.get(1)).contains(url.toString(), "again");
      await().until(() -> pages(back) == 7);

      back.answerWith(503);
      await().until(() -> log.size() > 2);
      assertThat(log.get(2)).contains("it answers with status 503");
      int pushes = back.pushes().size();
      await().until(() -> back.pushes().size() > pushes + 3);
      registry.close();
    }
    assertThat(log).hasSize(3);
  }

  /** The count in the newest push. */
  private static double pages(Collector collector) {
    return collector.newest().stream()
        .filter(metric -> metric.getName().equals("pages"))
        .mapToDouble(metric -> metric.getSum().getDataPoints(0).getAsDouble())
        .sum();
  }

  @Test
  void shouldStopThoughTheCollectorNeverAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/?key=secret");
      MeterRegistry registry = registry(url, Duration.ofDays(1), Duration.ofMillis(50));
      registry.counter("pages").increment(3);
      registry.close();
      assertThat(log).hasSize(1);
      assertThat(log.get(0)).contains("no answer within 50 ms").doesNotContain("secret");
      registry.close();
      assertThat(log).hasSize(1);
    }
  }

  @Test
  void shouldReadHeadersAndNeverShowTheirValues(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("headers");
    Files.writeString(file, "# ours\nAuthorization=Bearer abc==\nX-Tenant: 7\n");
    assertThat(OtlpHeaders.read(file))
        .isEqualTo(Map.of("Authorization", "Bearer abc==", "X-Tenant", "7"));

    for (String wrong : List.of("Host=secret", "a(b)=secret", "X=secret\\n", "X=\\uzzzz secret")) {
      Files.writeString(file, wrong);
      assertThatThrownBy(() -> OtlpHeaders.read(file))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("metrics.otlp.headers.file " + file)
          .hasMessageNotContaining("secret");
    }
    Files.writeString(file, "X=" + "a".repeat(20_000));
    assertThatThrownBy(() -> OtlpHeaders.read(file)).hasMessageContaining("16384 bytes");
    assertThatThrownBy(() -> OtlpHeaders.read(folder.resolve("none")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("none cannot be read");
  }
}
