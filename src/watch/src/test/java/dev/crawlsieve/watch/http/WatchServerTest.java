package dev.crawlsieve.watch.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WatchServerTest {

  private static final Duration SHORT = Duration.ofMillis(600);

  private final FakeInstance instance = new FakeInstance();
  private final HttpClient client = HttpClient.newHttpClient();
  private WatchServer server;

  @BeforeEach
  void start() {
    server = WatchServer.start(HttpAddress.of("127.0.0.1:0"), null, instance.routes());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void shouldServeMetricsAsText() throws Exception {
    HttpResponse<String> answer = get("/metrics");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("pages_total 3\n");
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
  }

  @Test
  void shouldSayWhyItIsNotReady() throws Exception {
    assertThat(get("/health/ready").statusCode()).isEqualTo(200);

    instance.health = new Health(true, false, "restoring", "5 records of lane 0");
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    HttpResponse<String> answer = get("/health/ready");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body())
        .isEqualTo("{\"ok\":false,\"state\":\"restoring\",\"reason\":\"5 records of lane 0\"}\n");

    instance.health = new Health(false, false, "failed", "no broker");
    assertThat(get("/health/live").statusCode()).isEqualTo(503);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /nothing, 404",
    "GET, /api, 404",
    "GET, /../pom.xml, 400",
    "GET, /index.html, 404",
    "POST, /metrics, 405",
    "DELETE, /, 405",
    "HEAD, /metrics, 405",
    "GET, /api/explain, 400",
    "GET, /api/explain?url=%zz, 400",
    "GET, /api/explain?url=%ff, 400",
    "GET, /api/explain?url=%, 400",
    "POST, /api/explain, 405",
    "DELETE, /api/ask, 405",
    "GET, /api/ask, 405",
    "POST, /api/ask, 415",
    "POST, /api/parts, 415",
  })
  void shouldRefuse(String method, String path, int status) throws Exception {
    assertThat(raw(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void shouldNameTheMethodThatWouldBeRight() throws Exception {
    assertThat(get("/api/ask").headers().firstValue("Allow")).contains("POST");
  }

  @Test
  void shouldHandOverPagesWhoseVerdictsAreAskedFor() throws Exception {
    assertThat(post("/api/ask?scope=a%20b", "application/json; charset=utf-8", "{}").body())
        .isEqualTo("{\"form\":\"JSON\",\"scope\":\"a b\",\"body\":\"{}\",\"forwarded\":false}\n");
    assertThat(post("/api/ask", "application/octet-stream", "\u0003").body()).contains("\"BYTES\"");
    HttpResponse<String> lines = post("/api/ask", "application/x-ndjson", "{}\n{}");
    assertThat(lines.headers().firstValue("Content-Type"))
        .contains("application/x-ndjson; charset=utf-8");
    assertThat(lines.body().lines())
        .hasSize(2)
        .containsOnly("{\"form\":\"LINES\",\"scope\":null,\"body\":\"{}\",\"forwarded\":false}");
    assertThat(post("/api/ask", "application/json", "").statusCode()).isEqualTo(400);
    assertThat(post("/api/ask", "application/json", "wörds").body()).contains("\"body\":\"wörds\"");
    assertThat(post("/api/ask", "application/json", "elsewhere").statusCode()).isEqualTo(421);
    assertThat(post("/api/ask", "text/html", "<p>").statusCode()).isEqualTo(415);
    HttpResponse<String> busy = post("/api/ask", "application/json", "busy");
    assertThat(busy.statusCode()).isEqualTo(429);
    assertThat(busy.headers().firstValue("Retry-After")).contains("1");
    HttpResponse<String> large =
        post("/api/ask", "application/x-ndjson", "x".repeat(Routes.MAX_BODY_BYTES + 1));
    assertThat(large.statusCode()).isEqualTo(413);
    assertThat(large.body()).contains("send less in a request, or a page's fingerprint instead");
  }

  @Test
  void shouldAnswerOnlyThoseWhoHaveTheToken(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("token"), " s3cret.~/+-=\n");
    HttpToken token = HttpToken.read(file);
    try (WatchServer guarded =
        WatchServer.start(HttpAddress.of("127.0.0.1:0"), token, instance.routes())) {
      String at = "http://" + guarded.address();
      for (String path : List.of("/", "/metrics", "/api/explain?url=x", "/nothing")) {
        for (String wrong :
            List.of("Bearer s3cret", "Basic s3cret.~/+-=", "s3cret.~/+-=", "Bearer")) {
          assertThat(guarded(at + path, wrong).statusCode()).as(path).isEqualTo(401);
        }
        HttpResponse<String> without = guarded(at + path, null);
        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(without.body()).contains("Authorization: Bearer TOKEN", "http.token.file");
      }
      assertThat(guarded(at + "/metrics", token.header()).statusCode()).isEqualTo(200);
      assertThat(guarded(at + "/metrics", "bearer  s3cret.~/+-=").statusCode()).isEqualTo(200);
      assertThat(guarded(at + "/health/live", null).statusCode()).isEqualTo(200);
      assertThat(guarded(at + "/health/ready", null).statusCode()).isEqualTo(200);
    }
  }

  private HttpResponse<String> guarded(String address, String authorization) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void shouldNameTheFileThatHoldsNoToken(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("token");
    assertThatThrownBy(() -> HttpToken.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("http.token.file " + file + " cannot be read");
    for (String wrong : List.of("", " \n", "two words", "two\nlines", "x".repeat(5_000), "ü")) {
      Files.writeString(file, wrong);
      assertThatThrownBy(() -> HttpToken.read(file))
          .isInstanceOf(SettingsException.class)
          .hasMessageContaining("http.token.file " + file + " must hold one token");
    }
  }

  @Test
  void shouldPassOnOnceOnly() throws Exception {
    HttpRequest.Builder forwarded =
        request("/api/ask")
            .header("Content-Type", "application/json")
            .header(Routes.FORWARDED, "1")
            .POST(BodyPublishers.ofString("x"));
    assertThat(client.send(forwarded.build(), BodyHandlers.ofString()).body())
        .contains("\"forwarded\":true");
  }

  /** What a page of another site can send by a form, or without asking first. */
  @ParameterizedTest
  @CsvSource({
    "application/json, Origin, http://evil.example, 403",
    "application/json, Origin, null, 403",
    "application/json, Sec-Fetch-Site, cross-site, 403",
    "application/json, Sec-Fetch-Site, same-site, 403",
    "application/json, Sec-Fetch-Site, same-origin, 200",
    "text/plain, Sec-Fetch-Site, same-origin, 415",
    "application/x-www-form-urlencoded, X-None, x, 415",
  })
  void shouldTakeNothingFromPagesOfOtherSites(String type, String header, String value, int status)
      throws Exception {
    assertThat(
            raw(
                "POST /api/write HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                    + type
                    + "\r\n"
                    + header
                    + ": "
                    + value
                    + "\r\nContent-Length: 2\r\n\r\n{}"))
        .startsWith("HTTP/1.1 " + status + " ");
    assertThat(instance.written).hasSize(status == 200 ? 1 : 0);
    assertThat(raw("OPTIONS /api/write HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 405 ")
        .doesNotContain("Access-Control");
    assertThat(
            raw(
                "POST /api/write HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json"
                    + "\r\nContent-Length: 2\r\n\r\n{}"))
        .startsWith("HTTP/1.1 421 ");
  }

  @Test
  void shouldHandOverParameters() throws Exception {
    assertThat(get("/api/explain?url=%20a%3F&host=%20").body())
        .isEqualTo("{\"url\":\"a?\",\"host\":null,\"forwarded\":false}\n");
  }

  @Test
  void shouldRefuseLargeBodies() throws Exception {
    String most = "x".repeat(Routes.MAX_BODY_BYTES);
    assertThat(post("/api/ask", "application/json", most).statusCode()).isEqualTo(200);
    assertThat(post("/api/ask", "application/json", most + "x").statusCode()).isEqualTo(413);
    assertThat(
            client
                .send(
                    request("/api/ask")
                        .header("Content-Type", "application/json")
                        .POST(
                            BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream((most + "x").getBytes(UTF_8))))
                        .build(),
                    BodyHandlers.ofString())
                .statusCode())
        .isEqualTo(413);
  }

  @Test
  void shouldRefuseLargeHeaders() throws Exception {
    assertThat(
            raw("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(9_000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:8080, 200",
    "127.0.0.1, 200",
    "[::1]:80, 200",
    "LOCALHOST, 200",
    "evil.example, 421",
    "localhost.evil.example:8080, 421",
    "127.0.0.1.evil.example, 421",
  })
  void shouldAnswerAtLoopbackToLoopbackNamesOnly(String host, int status) throws Exception {
    assertThat(raw("GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  /** What a browser says of a request that a page of another site makes, or a link to this one. */
  @ParameterizedTest
  @CsvSource({
    "/, same-origin, no-cors, script, 200",
    "/, none, navigate, document, 200",
    "/, cross-site, navigate, document, 200",
    "/, same-site, navigate, document, 200",
    "/, cross-site, navigate, iframe, 403",
    "/, cross-site, no-cors, image, 403",
    "/page.js, cross-site, no-cors, script, 403",
    "/api/explain?url=x, cross-site, navigate, document, 403",
    "/api/explain?url=x, same-site, cors, empty, 403",
    "/metrics, cross-site, no-cors, empty, 403",
    "/health/live, cross-site, no-cors, empty, 403",
    "/nothing, cross-site, navigate, document, 403",
  })
  void shouldAnswerAPageOfAnotherSiteOnlyWithTheLivePage(
      String path, String site, String mode, String dest, int status) throws Exception {
    String request =
        "GET %s HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: %s\r\n".formatted(path, site);
    String rest = "Sec-Fetch-Mode: %s\r\nSec-Fetch-Dest: %s\r\n\r\n".formatted(mode, dest);
    assertThat(raw(request + rest)).startsWith("HTTP/1.1 " + status + " ");
    boolean own = site.equals("same-origin") || site.equals("none");
    assertThat(raw(request + "\r\n")).startsWith("HTTP/1.1 " + (own ? 200 : 403) + " ");
  }

  /** What the HTTP server refuses by itself, before the request is looked at. */
  @ParameterizedTest
  @CsvSource({
    "GET /metrics HTTP/1.1, 400",
    "GET /../pom.xml HTTP/1.1|Host: localhost, 400",
    "GET /%zz HTTP/1.1|Host: localhost, 400",
    "GET /metrics HTTP/1.1|Host: localhost|Host: localhost, 400",
    "GET /metrics HTTP/1.1|Host: localhost|no colon, 400",
    "GET /metrics HTTP/1.1|Host: <script>, 400",
    "GET /metrics HTTP/1.1|Host: localhost|Content-Length: x, 400",
    "GET /metrics HTTP/1.1|Host: localhost|Content-Length: 1|Transfer-Encoding: chunked, 400",
    "GET /LONG HTTP/1.1|Host: localhost, 414",
    "GET /metrics HTTP/1.1|Host: localhost|X: LONG, 431",
    "GET /metrics HTTP/1.1|Host: localhost|Expect: <script>, 417",
    "GET /metrics HTTP/7.0|Host: localhost, 505",
    "<script> HTTP, 400",
    "PRI * HTTP/2.0, 426",
  })
  void shouldSendTheSameHeadersWithWhatTheServerItselfRefuses(String lines, int status)
      throws Exception {
    String request = lines.replace("LONG", "x".repeat(9_000)).replace("|", "\r\n") + "\r\n\r\n";
    assertThat(raw(request))
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("Content-Security-Policy: default-src 'none'; script-src 'self'; ")
        .contains("X-Content-Type-Options: nosniff")
        .contains("Referrer-Policy: no-referrer")
        .contains("Cross-Origin-Resource-Policy: same-origin")
        .contains("Cache-Control: no-store")
        .contains("Content-Type: application/json")
        .contains("{\"error\":\"")
        .doesNotContain("Jetty", "<script>");
  }

  @ParameterizedTest
  @CsvSource({"http://localhost:1, 200", "http://evil.example, 403", "null, 403"})
  void shouldRefuseWhatPagesOfOtherSitesAsk(String origin, int status) throws Exception {
    assertThat(raw("GET /metrics HTTP/1.1\r\nHost: localhost:1\r\nOrigin: " + origin + "\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void shouldSendHeadersThatKeepHostileContentText() throws Exception {
    for (String path : new String[] {"/", "/page.js", "/api/explain?url=x", "/nothing"}) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
          .startsWith(
              "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
      assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
      assertThat(answer.headers().firstValue("Server")).isEmpty();
    }
    HttpResponse<String> hostile = get("/api/explain?url=%3Cscript%3Ealert(1)%3C/script%3E");
    assertThat(hostile.headers().firstValue("Content-Type"))
        .contains("application/json; charset=utf-8");
    assertThat(hostile.body()).startsWith("{\"url\":\"<script>alert(1)</script>\",");
  }

  @Test
  void shouldNotTellTheInsideOfAFailure() throws Exception {
    HttpResponse<String> answer = get("/api/fails");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).doesNotContain("secret");
  }

  @Test
  void shouldCloseConnectionsThatSendSlowly() throws Exception {
    try (WatchServer impatient =
            WatchServer.start(HttpAddress.of("127.0.0.1:0"), null, instance.routes(), SHORT);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), impatient.address().port())) {
      socket.setSoTimeout(20);
      socket
          .getOutputStream()
          .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\nX: ".getBytes(US_ASCII));
      long start = System.nanoTime();
      while (dripped(socket)) {
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SHORT.multipliedBy(50));
      }
    }
  }

  /** Sends one more byte before the idle time-out; returns whether the connection is still open. */
  private static boolean dripped(Socket socket) throws IOException {
    try {
      socket.getOutputStream().write('x');
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (SocketException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 200})
  void shouldAnswerWhileOthersSendBodiesThatNeverEnd(int others) throws Exception {
    // They are cut off only after an hour.
    List<Socket> senders = new ArrayList<>();
    try (WatchServer patient =
        WatchServer.start(
            HttpAddress.of("127.0.0.1:0"), null, instance.routes(), Duration.ofHours(1))) {
      for (int i = 0; i < others; i++) {
        senders.add(beginBody(patient));
      }
      for (String path : List.of("/health/live", "/health/ready", "/metrics", "/")) {
        assertThat(raw(patient, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            .startsWith("HTTP/1.1 200 ");
      }
    } finally {
      for (Socket sender : senders) {
        sender.close();
      }
    }
  }

  @Test
  void shouldRefuseBodiesThatTakeTooLong() throws Exception {
    try (WatchServer impatient =
            WatchServer.start(HttpAddress.of("127.0.0.1:0"), null, instance.routes(), SHORT);
        Socket socket = beginBody(impatient)) {
      // Before the idle time-out, and never to the end of the body.
      socket.setSoTimeout(20);
      String answer = "";
      for (int bytes = 0; answer.isEmpty(); bytes++) {
        assertThat(bytes).isLessThan(900);
        socket.getOutputStream().write('x');
        answer = soFar(socket);
      }
      assertThat(answer).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void shouldAnswerHealthWhileAllOthersWork() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    instance.work = end::await;
    List<Socket> askers = new ArrayList<>();
    try {
      boolean refused = false;
      while (!refused) {
        Socket asker = ask(server);
        askers.add(asker);
        asker.setSoTimeout(20);
        refused = soFar(asker).startsWith("HTTP/1.1 503 ");
        assertThat(askers).hasSizeLessThan(1_000);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
      }
    } finally {
      end.countDown();
      for (Socket asker : askers) {
        asker.close();
      }
    }
  }

  /** Sends the head of a request and the first byte of its body. */
  private static Socket beginBody(WatchServer to) throws IOException {
    return send(
        to,
        "POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 1000\r\n\r\nx");
  }

  private static Socket ask(WatchServer at) throws IOException {
    return send(
        at,
        "POST /api/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 1\r\n\r\nx");
  }

  private static Socket send(WatchServer to, String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), to.address().port());
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  /** Everything received so far. */
  private static String soFar(Socket socket) throws IOException {
    byte[] line = new byte[200];
    try {
      int read = socket.getInputStream().read(line);
      return new String(line, 0, Math.max(0, read), US_ASCII);
    } catch (SocketTimeoutException e) {
      return "";
    }
  }

  @Test
  void shouldSayWhereItCannotListen() {
    assertThatThrownBy(() -> WatchServer.start(server.address(), null, instance.routes()))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + server.address().port())
        .hasMessageContaining("choose another");
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).GET().build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String type, String body) throws Exception {
    return client.send(
        request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + server.address() + path));
  }

  private String raw(String request) throws IOException {
    return raw(server, request);
  }

  private static String raw(WatchServer to, String request) throws IOException {
    try (Socket socket = send(to, request)) {
      return readToEnd(socket.getInputStream());
    }
  }

  /** Everything received until the connection was closed, cleanly or not. */
  private static String readToEnd(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    try {
      for (int next = in.read(); next >= 0; next = in.read()) {
        text.append((char) next);
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection was not closed", e);
    } catch (SocketException e) {
      text.append("[reset]");
    }
    return text.toString();
  }
}
