package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.library.BodyFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.lab.bench.result.HttpResult;
import dev.crawlsieve.lab.bench.result.Limits;
import dev.crawlsieve.stream.http.HttpAddress;
import dev.crawlsieve.stream.run.RunObserver;
import dev.crawlsieve.stream.watch.StatsJson;
import dev.crawlsieve.stream.watch.Watch;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Measures how long a watched instance with a given number of leaders takes to answer over HTTP.
 */
public final class HttpBench implements AutoCloseable {

  private static final int[] CLIENTS = {1, 4, 16};
  private static final String ASKED = "https://asked.example/page";
  private static final int TEXTS = 200;
  private static final int WORDS = 400;
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final int MOST_TRIES = 100;

  private final GrowthSettings growth;
  private final int asks;
  private final FilledLane lane;
  private final Consumer<String> progress;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * @param asks how often each question is asked
   * @param settings the user's; those that a local run determines itself are replaced
   * @param progress receives descriptions of the current step
   */
  public HttpBench(
      GrowthSettings growth, int asks, Map<String, String> settings, Consumer<String> progress) {
    this.growth = growth;
    this.asks = asks;
    this.progress = progress;
    this.lane = new FilledLane(growth, settings, progress);
  }

  private record Looking(Watch watch) implements FilledLane.Onlooker {

    @Override
    public RunObserver observer() {
      return watch;
    }

    @Override
    public void close() {
      watch.close();
    }
  }

  /**
   * Measures.
   *
   * @throws SieveException if anything stops the work, or a question is not answered
   */
  public HttpResult run() {
    AtomicReference<HttpResult> measured = new AtomicReference<>();
    Limits limits =
        lane.run(
            asks,
            config -> new Looking(Watch.open(config, HttpAddress.of("127.0.0.1:0"))),
            (looking, holds, ensureGoingOn) -> {
              String at = "http://" + looking.watch().address();
              long behindMillis = awaitSeen(at, holds.urls().get(0), ensureGoingOn);
              measured.set(
                  new HttpResult(
                      null,
                      growth.leaders(),
                      holds.pages(),
                      holds.pagesPerSecond(),
                      behindMillis,
                      (double) looking.watch().explainBytes() / holds.pages(),
                      ask(at, holds.urls(), ensureGoingOn)));
            });
    return measured.get().within(limits);
  }

  private List<HttpResult.Asked> ask(String at, List<String> urls, Runnable ensureGoingOn) {
    List<HttpRequest> explain = urls.stream().map(url -> explain(at, url)).toList();
    List<HttpRequest> neighbours = neighbours(at);
    List<HttpRequest> pages = new ArrayList<>();
    List<HttpRequest> fingerprints = new ArrayList<>();
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    for (String text : texts()) {
      String html = "<html><title>Asked</title><body><p>" + text + "</p></body></html>";
      String event =
          StatsJson.JSON.createObjectNode().put("url", ASKED).put("html", html).toString();
      pages.add(ask(at, "application/json", event.getBytes(UTF_8)));
      fingerprints.add(ask(at, "application/octet-stream", fingerprint(fingerprinter, html)));
    }
    List<HttpResult.Asked> results = new ArrayList<>();
    for (int clients : CLIENTS) {
      results.add(ask("explain", clients, explain, ensureGoingOn));
      results.add(ask("neighbours", clients, neighbours, ensureGoingOn));
      results.add(ask("ask page", clients, pages, ensureGoingOn));
      results.add(ask("ask fingerprint", clients, fingerprints, ensureGoingOn));
    }
    return results;
  }

  /** Waits until every verdict can be found; returns how long that took, in milliseconds. */
  private long awaitSeen(String at, String url, Runnable ensureGoingOn) {
    long start = System.nanoTime();
    while (true) {
      ensureGoingOn.run();
      HttpResponse<String> answer = send(explain(at, url));
      if (answer.statusCode() == 200) {
        long behind = json(answer).at("/searched/behind").asLong();
        if (behind == 0) {
          return (System.nanoTime() - start) / 1_000_000;
        }
        progress.accept(behind + " verdicts are not indexed yet");
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private static HttpRequest explain(String at, String url) {
    return HttpRequest.newBuilder(
            URI.create(at + "/api/explain?url=" + URLEncoder.encode(url, UTF_8)))
        .build();
  }

  private static byte[] fingerprint(BodyFingerprinter fingerprinter, String html) {
    try {
      return fingerprinter.fingerprint(ASKED, html.getBytes(UTF_8), "text/html").toBytes();
    } catch (BadPageException | UnjudgedPageException e) {
      throw new IllegalStateException("a made page is always a page", e);
    }
  }

  private static HttpRequest ask(String at, String type, byte[] body) {
    return HttpRequest.newBuilder(URI.create(at + "/api/ask"))
        .header("Content-Type", type)
        .POST(BodyPublishers.ofByteArray(body))
        .build();
  }

  private List<HttpRequest> neighbours(String at) {
    return texts().stream()
        .map(
            text ->
                HttpRequest.newBuilder(URI.create(at + "/api/neighbours"))
                    .header("Content-Type", "text/plain")
                    .POST(BodyPublishers.ofString(text))
                    .build())
        .toList();
  }

  /** Texts of typical length, of synthetic words. */
  private List<String> texts() {
    SplittableRandom random = new SplittableRandom(growth.seed());
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 0; word < WORDS; word++) {
        text.append(Integer.toString(random.nextInt(1 << 20), 36)).append(' ');
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private HttpResult.Asked ask(
      String question, int clients, List<HttpRequest> requests, Runnable ensureGoingOn) {
    progress.accept("asking for " + question + ", " + clients + " at once");
    for (int i = 0; i < asks / 10; i++) {
      answered(requests.get(i % requests.size())); // warm-up, not counted
    }
    long[] nanos = new long[asks];
    AtomicInteger next = new AtomicInteger();
    Runnable asking =
        () -> {
          for (int i = next.getAndIncrement(); i < asks; i = next.getAndIncrement()) {
            ensureGoingOn.run();
            long start = System.nanoTime();
            answered(requests.get(i % requests.size()));
            nanos[i] = System.nanoTime() - start;
          }
        };
    long start = System.nanoTime();
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      // One thread per client: the common pool has only as many as there are cores.
      running.add(CompletableFuture.runAsync(asking, task -> new Thread(task, "asking").start()));
    }
    try {
      running.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw e.getCause() instanceof SieveException failure
          ? failure
          : new SieveException("asking fails: " + e.getCause(), e);
    }
    return HttpResult.Asked.of(question, clients, nanos, (System.nanoTime() - start) / 1e9);
  }

  /** Asks until there is an answer: at most so many ask at a time, the others are told to wait. */
  private void answered(HttpRequest request) {
    HttpResponse<String> answer = send(request);
    for (int tries = 1; isBusy(answer) && tries < MOST_TRIES; tries++) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      answer = send(request);
    }
    if (answer.statusCode() != 200) {
      throw new SieveException("a request failed: " + answer.body().strip());
    }
  }

  private static boolean isBusy(HttpResponse<String> answer) {
    return answer.statusCode() == 429 || answer.statusCode() == 503;
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new SieveException("the instance did not answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("stopped", e);
    }
  }

  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return StatsJson.JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new SieveException("an answer is not JSON: " + e.getMessage(), e);
    }
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    lane.close();
  }
}
