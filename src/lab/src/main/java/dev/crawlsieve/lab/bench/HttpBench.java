package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.library.BodyFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.lab.bench.result.HttpResult;
import dev.crawlsieve.lab.bench.result.Limits;
import dev.crawlsieve.stream.config.IndexConfig;
import dev.crawlsieve.stream.http.HttpAddress;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.run.RunObserver;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures how long a watched instance with a given number of leaders takes to answer over HTTP
 * while its lane decides at half of its full speed, and what the questions cost the lane: each is
 * asked for some seconds, after the lane has caught up, and then as many seconds without.
 */
public final class HttpBench implements AutoCloseable {

  private static final int URLS = 2_000;

  /** Tables are laid out for what comes during the questions, too. */
  private static final int GROWTH = 4;

  private static final String ASKED = "https://asked.example/page";
  private static final int TEXTS = 200;
  private static final int WORDS = 400;
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final int MOST_TRIES = 100;

  private final GrowthSettings growth;
  private final double seconds;
  private final List<Integer> clients;
  private final FilledLane lane;
  private final Consumer<String> progress;
  private final HttpClient client = HttpClient.newHttpClient();

  /**
   * @param seconds how long each question is asked
   * @param clients how many clients ask at once, one number after the other
   * @param settings the user's; those that a local run determines itself are replaced
   * @param progress receives descriptions of the current step
   */
  public HttpBench(
      GrowthSettings growth,
      double seconds,
      List<Integer> clients,
      Map<String, String> settings,
      Consumer<String> progress) {
    this.growth = growth;
    this.seconds = seconds;
    this.clients = List.copyOf(clients);
    this.progress = progress;
    Map<String, String> own = new HashMap<>(settings);
    own.putIfAbsent(
        IndexConfig.INDEX_EXPECTED_LEADERS_CONFIG, String.valueOf(GROWTH * growth.leaders()));
    this.lane = new FilledLane(growth, own, progress);
  }

  private record Looking(Watch watch) implements FilledLane.Onlooker {

    @Override
    public RunObserver observer() {
      return watch.run();
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
            URLS,
            config -> new Looking(Watch.open(config, HttpAddress.of("127.0.0.1:0"))),
            (looking, holds, load, ensureGoingOn) -> {
              String at = "http://" + looking.watch().address();
              long behindMillis = awaitSeen(at, holds.urls().get(0), ensureGoingOn);
              double diskBytes = (double) looking.watch().explainBytes() / holds.pages();
              progress.accept("deciding at full speed");
              HttpResult.LanePeriod full = load.atFullSpeed(seconds, () -> load.pass(seconds));
              Asking asking = new Asking(load, ensureGoingOn);
              List<Question> questions = questions(at, holds.urls());
              List<HttpResult.Asked> asked = new ArrayList<>();
              questions.forEach(question -> asking.warmUp(question.requests()));
              for (int count : clients) {
                questions.forEach(
                    question ->
                        asked.add(
                            asking.ask(
                                question,
                                count,
                                work -> load.at(full.pagesPerSecond() / 2, work))));
              }
              measured.set(
                  new HttpResult(
                      null,
                      growth.leaders(),
                      holds.pages(),
                      holds.pagesPerSecond(),
                      behindMillis,
                      diskBytes,
                      full,
                      asked));
            });
    return measured.get().within(limits);
  }

  /** A question, of which any request is one. */
  private record Question(String name, List<HttpRequest> requests) {}

  private List<Question> questions(String at, List<String> urls) {
    List<HttpRequest> explain = urls.stream().map(url -> explain(at, url)).toList();
    List<HttpRequest> pages = new ArrayList<>();
    List<HttpRequest> fingerprints = new ArrayList<>();
    BodyFingerprinter fingerprinter = new BodyFingerprinter();
    for (String text : texts()) {
      String html = "<html><title>Asked</title><body><p>" + text + "</p></body></html>";
      String event =
          RecordJson.JSON.createObjectNode().put("url", ASKED).put("html", html).toString();
      pages.add(ask(at, "application/json", event.getBytes(UTF_8)));
      fingerprints.add(ask(at, "application/octet-stream", fingerprint(fingerprinter, html)));
    }
    return List.of(
        new Question("explain", explain),
        new Question("ask page", pages),
        new Question("ask fingerprint", fingerprints));
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

  /** Asks while the lane decides. */
  private final class Asking {

    private final LaneLoad load;
    private final Runnable ensureGoingOn;

    Asking(LaneLoad load, Runnable ensureGoingOn) {
      this.load = load;
      this.ensureGoingOn = ensureGoingOn;
    }

    void warmUp(List<HttpRequest> requests) {
      double unused = ask(requests, 1, new ConcurrentLinkedQueue<>());
    }

    HttpResult.Asked ask(
        Question question, int clients, Function<Runnable, HttpResult.LanePeriod> during) {
      progress.accept("asking for " + question.name() + ", " + clients + " at once");
      List<HttpRequest> requests = question.requests();
      HttpResult.LanePeriod quiet = during.apply(() -> load.pass(seconds));
      Queue<Long> nanos = new ConcurrentLinkedQueue<>();
      AtomicReference<Double> took = new AtomicReference<>();
      HttpResult.LanePeriod busy = during.apply(() -> took.set(ask(requests, clients, nanos)));
      return HttpResult.Asked.of(
          question.name(),
          clients,
          nanos.stream().mapToLong(Long::longValue).toArray(),
          took.get(),
          quiet,
          busy);
    }

    /** Returns how many seconds it took. */
    private double ask(List<HttpRequest> requests, int clients, Queue<Long> nanos) {
      AtomicInteger next = new AtomicInteger();
      long start = System.nanoTime();
      Runnable asking =
          () -> {
            long from = System.nanoTime();
            do {
              ensureGoingOn.run();
              answered(requests.get(next.getAndIncrement() % requests.size()));
              long now = System.nanoTime();
              nanos.add(now - from);
              from = now;
            } while (from - start < seconds * 1e9);
          };
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
      return (System.nanoTime() - start) / 1e9;
    }
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
      return RecordJson.JSON.readTree(answer.body());
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
