package dev.crawlsieve.watch.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector on this machine that keeps what it is sent. */
public final class Collector implements AutoCloseable {

  /** One push. */
  public record Push(Headers headers, ExportMetricsServiceRequest metrics) {}

  private final HttpServer server;
  private final List<Push> pushes = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  /** On any port. */
  public Collector() throws IOException {
    this(0);
  }

  Collector(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/v1/metrics", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ExportMetricsServiceRequest metrics =
          ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody());
      pushes.add(new Push(exchange.getRequestHeaders(), metrics));
      exchange.sendResponseHeaders(status, -1);
    }
  }

  /** The address to push to. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/metrics");
  }

  /** From now on, answers with this. */
  void answerWith(int answer) {
    status = answer;
  }

  /** The metrics that it was sent last. */
  public List<Metric> newest() {
    return pushes
        .get(pushes.size() - 1)
        .metrics()
        .getResourceMetrics(0)
        .getScopeMetrics(0)
        .getMetricsList();
  }

  /** What it was sent, the newest last. */
  public List<Push> pushes() {
    return pushes;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
