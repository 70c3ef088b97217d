package dev.crawlsieve.watch.live;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.meters.LaneStats;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.meters.Verdicts;
import io.micrometer.registry.otlp.OtlpConfig;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A collector sees what {@code /metrics} shows. */
final class PushedMetricsTest {

  private static final Pattern PAGES =
      Pattern.compile("(?m)^crawlsieve_pages_total\\{decision=\"(.*)\",kind=\"(.*)\"} (.*)$");

  @Test
  void shouldPushTheCountsThatAreScraped() throws IOException {
    try (Collector collector = new Collector()) {
      Metrics metrics = pushedTo(collector);
      SieveMeters counted = new SieveMeters(metrics.registry());
      Supplier<IndexStats> index = PushedMetricsTest::stats;
      counted.lanes().opened("index", 0, index);
      for (int page = 0; page < 100; page++) {
        counted.routed(Verdicts.of("http://a.example/" + page, null), 1);
      }
      int copies = 0;
      for (Verdict.Kind kind : Verdict.Kind.values()) {
        copies++;
        for (int page = 0; page < copies; page++) {
          counted.routed(Verdicts.of("http://a.example/" + page, kind), 1);
        }
      }
      counted.unjudged(UnjudgedPageException.Trait.STATUS);
      Map<String, Double> scraped = new TreeMap<>();
      for (MatchResult line : PAGES.matcher(metrics.text()).results().toList()) {
        scraped.put(line.group(1) + " " + line.group(2), Double.valueOf(line.group(3)));
      }
      assertThat(scraped)
          .containsEntry("unique none", 100.0)
          .containsEntry("duplicate " + Verdict.Kind.EXACT.text(), 1.0);
      assertThat(metrics.totals()).containsEntry("unique", 100L);
      assertThat(metrics.text()).contains("crawlsieve_index_leaders{lane=\"0\"} 1000.0");

      metrics.close();

      List<Metric> pushed = collector.newest();
      assertThat(pushed).extracting(Metric::getName).contains("crawlsieve.index.leaders");
      Metric pages =
          pushed.stream()
              .filter(metric -> metric.getName().equals("crawlsieve.pages"))
              .findFirst()
              .orElseThrow();
      assertThat(pages.getSum().getAggregationTemporality())
          .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
      Map<String, Double> seen = new TreeMap<>();
      for (NumberDataPoint point : pages.getSum().getDataPointsList()) {
        seen.put(
            attribute(point, "decision") + " " + attribute(point, "kind"), point.getAsDouble());
      }
      assertThat(seen).isEqualTo(scraped);
    }
  }

  @Test
  void shouldForgetAClosedIndexInBothPlaces() throws IOException {
    try (Collector collector = new Collector()) {
      Metrics metrics = pushedTo(collector);
      SieveMeters counted = new SieveMeters(metrics.registry());
      Supplier<IndexStats> index = PushedMetricsTest::stats;
      counted.lanes().opened("index", 0, index);
      counted.lanes().closed("index", 0, index);
      assertThat(metrics.text()).doesNotContain("crawlsieve_index_leaders{");
      metrics.close();
      assertThat(collector.newest())
          .extracting(Metric::getName)
          .doesNotContain("crawlsieve.index.leaders");
    }
  }

  @Test
  void shouldPushAsTheEnvironmentSays() throws Exception {
    try (Collector collector = new Collector()) {
      Collector.Push push = pushedByAProcess(collector, Map.of());
      assertThat(push.headers().getFirst("Authorization")).isEqualTo("Bearer a b");
      assertThat(push.headers().getFirst("Content-Type")).isEqualTo("application/x-protobuf");
      assertThat(attributes(push))
          .containsEntry("service.name", "crawlsieve")
          .hasEntrySatisfying("service.instance.id", id -> assertThat(id).isNotEmpty());
      assertThat(collector.newest()).extracting(Metric::getName).contains("crawlsieve.pages");
      push =
          pushedByAProcess(
              collector,
              Map.of(
                  "OTEL_SERVICE_NAME",
                  "ours",
                  "OTEL_RESOURCE_ATTRIBUTES",
                  "service.instance.id=7"));
      assertThat(attributes(push))
          .containsEntry("service.name", "ours")
          .containsEntry("service.instance.id", "7");
    }
  }

  @Test
  void shouldPushWhereTheFirstVariableWithAValueSays() {
    String all = "OTEL_EXPORTER_OTLP_ENDPOINT";
    String own = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT";
    assertThat(Metrics.endpoint(Map.of())).isEmpty();
    assertThat(Metrics.endpoint(Map.of(own, "", all, ""))).isEmpty();
    assertThat(Metrics.endpoint(Map.of(own, "", all, "https://a.example/b/")))
        .contains("https://a.example/b/v1/metrics");
    assertThat(Metrics.endpoint(Map.of(own, "http://a.example/", all, "http://b.example")))
        .contains("http://a.example/");
    for (String wrong : List.of("collector:4318", "grpc://a.example", "//a.example", "http:///")) {
      for (String name : List.of(all, own)) {
        assertThatThrownBy(() -> Metrics.endpoint(Map.of(name, wrong)))
            .isInstanceOf(SettingsException.class)
            .hasMessageContaining("variable " + name + " must");
      }
    }
  }

  @Test
  void shouldNameTheVariablesThatCannotBeUsed() throws Exception {
    for (Map.Entry<String, String> wrong :
        Map.of(
                "OTEL_METRIC_EXPORT_INTERVAL",
                "abc",
                "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
                "lowmemory")
            .entrySet()) {
      Process process =
          program("http://127.0.0.1:9", Map.of(wrong.getKey(), wrong.getValue()))
              .redirectErrorStream(true)
              .start();
      assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
          .containsPattern(
              "(?i)SettingsException: the environment variables .*"
                  + wrong.getKey()
                  + ".* cannot be used: .*"
                  + wrong.getValue());
      assertThat(process.waitFor()).isPositive();
    }
  }

  /** What another process, with these variables beside the usual ones, pushes when it ends. */
  private static Collector.Push pushedByAProcess(Collector collector, Map<String, String> variables)
      throws Exception {
    String url = collector.url().toString();
    ProcessBuilder program = program(url.substring(0, url.indexOf("/v1/metrics")), variables);
    assertThat(program.inheritIO().start().waitFor()).isZero();
    return collector.pushes().get(collector.pushes().size() - 1);
  }

  private static ProcessBuilder program(String endpoint, Map<String, String> variables) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            PushingProgram.class.getName());
    builder.environment().put("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
    builder.environment().put("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Bearer%20a%20b");
    builder.environment().putAll(variables);
    return builder;
  }

  private static Map<String, String> attributes(Collector.Push push) {
    return push.metrics().getResourceMetrics(0).getResource().getAttributesList().stream()
        .collect(Collectors.toMap(KeyValue::getKey, one -> one.getValue().getStringValue()));
  }

  /** Counts a page, and pushes that if its environment says where. */
  static final class PushingProgram {

    private PushingProgram() {}

    public static void main(String[] arguments) {
      try (Metrics metrics = Metrics.pushed()) {
        new SieveMeters(metrics.registry()).routed(Verdicts.of("http://a.example/", null), 1);
      }
    }
  }

  @Test
  void shouldGoOnWithoutACollectorAndPushWhatItMissed() throws IOException {
    URI url;
    try (Collector gone = onAPortThatNobodyIsGiven()) {
      url = gone.url();
    }
    try (Metrics metrics = new Metrics(Optional.of(to(url)))) {
      SieveMeters counted = new SieveMeters(metrics.registry());
      counted.routed(Verdicts.of("http://a.example/1", null), 1);
      await().until(() -> tries.get() > 2);
      counted.routed(Verdicts.of("http://a.example/2", null), 1);
      try (Collector back = new Collector(url.getPort())) {
        await().until(() -> back.pushes().size() > 0 && unique(back) == 2);
        back.answerWith(503);
        int pushes = back.pushes().size();
        await().until(() -> back.pushes().size() > pushes + 3);
        assertThat(metrics.totals()).containsEntry("unique", 2L);
      }
    }
  }

  /** The system gives connections ports above these, and could give one away meanwhile. */
  private static Collector onAPortThatNobodyIsGiven() throws IOException {
    for (int tries = 0; ; tries++) {
      try {
        return new Collector(ThreadLocalRandom.current().nextInt(20_000, 32_000));
      } catch (BindException e) {
        if (tries == 100) {
          throw e;
        }
      }
    }
  }

  @Test
  void shouldStopThoughTheCollectorNeverAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/v1/metrics");
      Metrics metrics = new Metrics(Optional.of(to(url, "1d")));
      CompletableFuture<Void> closing = CompletableFuture.runAsync(metrics::close);
      try (Socket push = silent.accept()) {
        String all = new String(push.getInputStream().readAllBytes(), ISO_8859_1);
        assertThat(all).startsWith("POST /v1/metrics").contains("process.cpu.time");
      }
      closing.join();
      assertThat(tries).hasValue(1);
      metrics.close();
      assertThat(tries).hasValue(1);
    }
  }

  private static double unique(Collector collector) {
    return collector.newest().stream()
        .filter(metric -> metric.getName().equals("crawlsieve.pages"))
        .flatMap(metric -> metric.getSum().getDataPointsList().stream())
        .filter(point -> attribute(point, "decision").equals("unique"))
        .mapToDouble(NumberDataPoint::getAsDouble)
        .sum();
  }

  private static IndexStats stats() {
    return LaneStats.of(1_000, 0, 1, 1, 1, 1, 1, 1);
  }

  /** Asked for headers before each push. */
  private final AtomicInteger tries = new AtomicInteger();

  private OtlpConfig to(URI url) {
    return to(url, "20ms");
  }

  private OtlpConfig to(URI url, String every) {
    return new OtlpConfig() {
      @Override
      public String get(String key) {
        return key.equals("otlp.step") ? every : null;
      }

      @Override
      public String url() {
        return url.toString();
      }

      @Override
      public Map<String, String> headers() {
        tries.incrementAndGet();
        return Map.of();
      }
    };
  }

  private Metrics pushedTo(Collector collector) {
    return new Metrics(Optional.of(to(collector.url())));
  }

  private static String attribute(NumberDataPoint point, String key) {
    return point.getAttributesList().stream()
        .filter(attribute -> attribute.getKey().equals(key))
        .map(attribute -> attribute.getValue().getStringValue())
        .findFirst()
        .orElseThrow();
  }
}
