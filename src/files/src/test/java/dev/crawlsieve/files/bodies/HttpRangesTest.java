package dev.crawlsieve.files.bodies;

import static dev.crawlsieve.Waits.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class HttpRangesTest {

  private static final byte[] CONTENT = "0123456789".getBytes(US_ASCII);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** For what answers at once, however busy the machine is. */
  private static final Duration AMPLE = Duration.ofSeconds(50);

  private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
  private HttpServer server;
  private ExecutorService threads;
  private String site;
  private HttpRanges ranges;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    threads = Executors.newCachedThreadPool();
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    site = "http://127.0.0.1:" + server.getAddress().getPort();
    ranges = new HttpRanges(List.of(URI.create(site + "/crawl/")), AMPLE);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    int times = asked.computeIfAbsent(path, p -> new AtomicInteger()).incrementAndGet();
    try (exchange) {
      switch (path.substring(path.lastIndexOf('/') + 1)) {
        case "whole" -> send(exchange, 200, CONTENT);
        case "redirect" -> {
          exchange.getResponseHeaders().set("Location", site + "/secret");
          send(exchange, 302, new byte[0]);
        }
        case "gone" -> send(exchange, 404, new byte[0]);
        case "forbidden" -> send(exchange, 403, new byte[0]);
        case "short" -> send(exchange, 416, new byte[0]);
        case "busy" -> send(exchange, 503, new byte[0]);
        case "recovers" -> {
          if (times < 3) {
            send(exchange, 503, new byte[0]);
          } else {
            range(exchange, CONTENT);
          }
        }
        case "another" -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 0-3/10");
          send(exchange, 206, Arrays.copyOf(CONTENT, 4));
        }
        case "cut" -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 3-4/5");
          send(exchange, 206, Arrays.copyOf(CONTENT, 2));
        }
        case "endless" -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 3-6/10");
          exchange.sendResponseHeaders(206, 0);
          while (true) {
            exchange.getResponseBody().write(new byte[1 << 16]);
          }
        }
        case "endless-whole" -> {
          exchange.sendResponseHeaders(200, 0);
          while (true) {
            exchange.getResponseBody().write(new byte[1 << 16]);
          }
        }
        case "trickle" -> trickle(exchange);
        default -> range(exchange, CONTENT);
      }
    }
  }

  private static void trickle(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Range", "bytes 3-6/10");
    exchange.sendResponseHeaders(206, 4);
    for (int i = 0; i < 4; i++) {
      exchange.getResponseBody().write('x');
      exchange.getResponseBody().flush();
      try {
        Thread.sleep(1000);
      } catch (InterruptedException e) {
        return; // the server ends
      }
    }
  }

  private static void range(HttpExchange exchange, byte[] content) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    int dash = range.indexOf('-');
    int from = Integer.parseInt(range.substring("bytes=".length(), dash));
    int to = Integer.parseInt(range.substring(dash + 1)) + 1;
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + content.length);
    send(exchange, 206, Arrays.copyOfRange(content, from, to));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private byte[] read(String path) throws UnreadableBodyException {
    return ranges.read(URI.create(site + path), 3, 4);
  }

  private int times(String path) {
    return asked.getOrDefault(path, new AtomicInteger()).get();
  }

  @Test
  void shouldReadTheRange() throws Exception {
    assertThat(read("/crawl/a.warc.gz")).isEqualTo("3456".getBytes(US_ASCII));
    assertThat(read("/crawl/.a/..b/c..d/e.f;g=1/h%20i/100%25/gr%c3%bc%c3%9fe/_.warc")).hasSize(4);
    assertThat(ranges.read(URI.create(site + "/crawl/x/whole"), 0, 10)).isEqualTo(CONTENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole|the server ignores the range asked for: status 200",
        "endless-whole|the server ignores the range asked for: status 200",
        "redirect|the server redirects, which is not followed: status 302",
        "gone|it is gone: status 404",
        "forbidden|the server refuses: status 403",
        "short|the file ends before that: status 416",
        "another|the server sends another range than asked for",
        "cut|the file ends before that: only 2 bytes are there",
        "endless|the server sends more bytes than asked for"
      })
  void shouldNotAskAgainWhereThatIsNoUse(String path, String reason) throws Exception {
    assertThatThrownBy(() -> read("/crawl/" + path))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage(reason);
    assertThat(times("/crawl/" + path)).isEqualTo(1);
    assertThat(times("/secret")).isZero();
    assertThat(read("/crawl/a.warc.gz")).hasSize(4);
  }

  @Test
  void shouldNotTakeMoreThanTheWholeThatItAskedFor() {
    assertThatThrownBy(() -> ranges.read(URI.create(site + "/crawl/endless-whole"), 0, 4))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("the server sends more bytes than asked for");
    assertThatThrownBy(() -> ranges.read(URI.create(site + "/crawl/whole"), 0, 11))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessage("the file ends before that: only 10 bytes are there");
  }

  @Test
  void shouldAskAgainWhileTheServerHasTrouble() throws Exception {
    assertThat(read("/crawl/recovers")).isEqualTo("3456".getBytes(US_ASCII));
    assertThat(times("/crawl/recovers")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"busy", "trickle"})
  void shouldGiveUpInTimeAndNotAskForAsLongAgain(String path) throws Exception {
    ranges = new HttpRanges(List.of(URI.create(site + "/crawl/")), TIMEOUT);
    long start = System.nanoTime();
    assertThatThrownBy(() -> read("/crawl/" + path))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessageMatching(site + " (answered with status 503|did not answer within .* ms).*\\)");
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(took).isLessThan(TIMEOUT.multipliedBy(20));
    int before = times("/crawl/" + path);
    assertThat(before).isBetween(2, 10);

    assertThatThrownBy(() -> read("/crawl/a.warc.gz"))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessageStartingWith("not asked for now, since " + site);
    assertThat(times("/crawl/a.warc.gz")).isZero();

    await().ignoreExceptions().until(() -> read("/crawl/a.warc.gz").length == 4);
  }

  @Test
  void shouldGiveUpWhereNobodyListens() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    URI nobody = URI.create("http://127.0.0.1:" + free + "/");
    HttpRanges away = new HttpRanges(List.of(nobody), TIMEOUT);
    assertThatThrownBy(() -> away.read(nobody.resolve("a"), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessageContaining("did not answer")
        .hasMessageContaining("tries)");
  }

  @Test
  void shouldGiveUpOnAServerThatAcceptsAndSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      URI uri = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/");
      HttpRanges ranges = new HttpRanges(List.of(uri), TIMEOUT);
      long start = System.nanoTime();
      assertThatThrownBy(() -> ranges.read(uri.resolve("a"), 0, 1))
          .isInstanceOf(UnreadableBodyException.class)
          .hasMessageContaining("did not answer within");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT.multipliedBy(20));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/secret",
        "/crawl",
        "/crawl-private/a",
        "/crawl/../secret",
        "/crawl/%2e%2e/secret",
        "/crawl/%2E./secret",
        "/crawl/..%2fsecret",
        "/crawl/%252e%252e/secret",
        "/crawl/%25252e%25252e%25252fsecret",
        "/crawl/..%5csecret",
        "/crawl/./a",
        "/crawl/..",
        "/crawl/..;/secret",
        "/crawl/..;a=b/secret",
        "/crawl/..%3b/secret",
        "/crawl/.;/secret",
        "/crawl/%c0%ae%c0%ae/secret",
        "/crawl/%25c0%25ae%c0%ae/secret",
        "/crawl/%e0%80%ae%e0%80%ae/secret",
        "/crawl/..%c0%afsecret",
        "/crawl/%25u002e%25u002e/secret",
        "/crawl/%ef%bc%8e%ef%bc%8e/secret",
        "/crawl/\uff0e\uff0e/secret",
        "/crawl/\u2025/secret",
        "/crawl/..%ef%bc%8fsecret",
        "/crawl/..%00/secret",
        "/crawl/..%00a/secret",
        "/crawl/.%09./secret",
        "/crawl/..%20/secret",
        "/crawl/%20../secret",
        "/crawl/...../secret",
        "/crawl/..%3a/secret",
        "/crawl/..%3fa/secret",
        "/crawl/.%e2%80%8b./secret",
        "/crawl/%252525252525252e/secret",
        "/crawl/a?x=1",
        "/crawl/a#x",
        "//crawl/a",
        "/CRAWL/a"
      })
  void shouldNotAskOutsideTheAddresses(String path) {
    assertThatThrownBy(() -> read(path)).isInstanceOf(UnreadableBodyException.class);
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://store.example.evil.example/crawl/a",
        "http://evil.example/crawl/a",
        "https://store.example/crawl/a",
        "http://store.example:81/crawl/a",
        "http://user@store.example/crawl/a",
        "http://store.example@evil.example/crawl/a",
        "http:///crawl/a"
      })
  void shouldNotTakeAnotherHostForTheListedOne(String uri) {
    HttpRanges store = new HttpRanges(List.of(URI.create("http://store.example/crawl/")), TIMEOUT);
    assertThatThrownBy(() -> store.read(URI.create(uri), 0, 1))
        .isInstanceOf(UnreadableBodyException.class)
        .hasMessageMatching("its address must .*|no address in body.ref.roots holds it");
  }
}
