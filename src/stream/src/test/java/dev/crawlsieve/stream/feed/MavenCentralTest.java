package dev.crawlsieve.stream.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MavenCentralTest {

  private static final String CONTENT = "pages";
  private static final String SHA256 =
      "bfa062de040f55a15ce910800757061ec3d2fc31d6b7c72d9fa02b75a9ad1133";

  @TempDir Path folder;
  private final List<String> asked = new ArrayList<>();
  private HttpServer server;
  private MavenCentral central;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/maven2/com/example/", this::answer);
    server.createContext("/maven2/com/example/slow/", exchange -> {});
    server.start();
    URI repository = URI.create("http://localhost:" + server.getAddress().getPort() + "/maven2/");
    central = new MavenCentral(repository, Duration.ofSeconds(5));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldFetchAFile() throws IOException {
    central.fetch(jar("good", SHA256), folder);
    assertThat(folder.resolve("good-1.0-javadoc.jar")).hasContent(CONTENT);
    assertThat(asked).containsExactly("/maven2/com/example/good/1.0/good-1.0-javadoc.jar");
  }

  @Test
  void shouldRefuseAnotherFile() {
    assertThatThrownBy(() -> central.fetch(jar("good", "0".repeat(64)), folder))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("its SHA-256 is not 000");
  }

  @Test
  void shouldSayWhyItGotNone() {
    central =
        new MavenCentral(
            URI.create("http://localhost:" + server.getAddress().getPort() + "/elsewhere/"),
            Duration.ofSeconds(5));
    assertThatThrownBy(() -> central.fetch(jar("good", SHA256), folder))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("/elsewhere/com/example/good/1.0/")
        .hasMessageContaining("HTTP 404")
        .hasMessageContaining("https.proxyHost");
  }

  @Test
  void shouldNotWaitForever() {
    central =
        new MavenCentral(
            URI.create("http://localhost:" + server.getAddress().getPort() + "/maven2/"),
            Duration.ofMillis(200));
    assertThatThrownBy(() -> central.fetch(jar("slow", SHA256), folder))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("not complete after");
  }

  @Test
  void shouldBeAskedForWhatIsMissing() {
    List<String> notes = new ArrayList<>();
    SamplePages pages = new SamplePages(folder.resolve("cache"), central);
    assertThatThrownBy(() -> pages.get(notes::add))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("commons-lang3-3.16.0-javadoc.jar cannot be fetched: the answer is");
    assertThat(notes).containsExactly("fetching 6 files of sample pages from Maven Central, once");
    assertThat(folder.resolve("cache")).isEmptyDirectory();
  }

  private static JavadocJar jar(String artifact, String sha256) {
    return new JavadocJar("com.example", artifact, "1.0", sha256);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestURI().getPath());
    byte[] content = CONTENT.getBytes(UTF_8);
    exchange.sendResponseHeaders(200, content.length);
    exchange.getResponseBody().write(content);
    exchange.close();
  }
}
