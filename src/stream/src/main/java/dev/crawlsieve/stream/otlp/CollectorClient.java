package dev.crawlsieve.stream.otlp;

import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Sends metrics to a collector, in bounded time. Failures are not thrown, which the registry would
 * log with a stack trace each time; a line says when they begin, and another when they end.
 */
final class CollectorClient implements OtlpMetricsSender {

  private final URI url;
  private final Duration patience;
  private final Consumer<String> log;
  private final HttpClient client;
  private boolean failing;

  CollectorClient(URI url, Duration patience, Consumer<String> log) {
    this.url = url;
    this.patience = patience;
    this.log = log;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(patience)
            .build();
  }

  @Override
  public synchronized void send(Request metrics) {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(url)
            .header("Content-Type", "application/x-protobuf")
            .POST(BodyPublishers.ofByteArray(metrics.getMetricsData()));
    metrics.getHeaders().forEach(post::setHeader);
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(post.build(), BodyHandlers.discarding());
    try {
      int status = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS).statusCode();
      if (status / 100 == 2) {
        delivered();
      } else {
        failed("it answers with status " + status);
      }
    } catch (ExecutionException e) {
      failed(e.getCause().toString());
    } catch (TimeoutException e) {
      failed("no answer within " + patience.toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      answer.cancel(true);
    }
  }

  private void failed(String reason) {
    if (!failing) {
      log.accept("metrics cannot be pushed to " + shown() + ": " + reason + "; trying again");
    }
    failing = true;
  }

  private void delivered() {
    if (failing) {
      log.accept("metrics are pushed to " + shown() + " again");
    }
    failing = false;
  }

  /** Without a query, which may hold a key. */
  private String shown() {
    return "%s://%s%s (setting metrics.otlp.url)"
        .formatted(url.getScheme(), url.getRawAuthority(), url.getRawPath());
  }
}
