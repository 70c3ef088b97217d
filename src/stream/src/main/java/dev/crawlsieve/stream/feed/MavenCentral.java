package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.text.Sha256;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Fetches files from a Maven repository over HTTP. It uses the JVM's proxy, if one is set ({@code
 * https.proxyHost}).
 */
final class MavenCentral {

  static final URI URL = URI.create("https://repo.maven.apache.org/maven2/");

  private final URI repository;
  private final Duration patience;
  private final HttpClient client =
      HttpClient.newBuilder()
          .proxy(ProxySelector.getDefault())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(Duration.ofSeconds(20))
          .build();

  /**
   * @param repository ends with a slash
   * @param patience how long fetching one file may take
   */
  MavenCentral(URI repository, Duration patience) {
    this.repository = repository;
    this.patience = patience;
  }

  /**
   * Fetches a file into a folder.
   *
   * @throws SieveException if it cannot be fetched in time, or is not the expected file
   */
  void fetch(JavadocJar jar, Path folder) throws IOException {
    URI from = repository.resolve(jar.path());
    Path to = folder.resolve(jar.file());
    HttpResponse<Path> response = get(from, to);
    if (response.statusCode() != 200) {
      throw failed(from, "the answer is HTTP " + response.statusCode(), null);
    }
    if (!Sha256.hex(Files.readAllBytes(to)).equals(jar.sha256())) {
      throw failed(from, "its SHA-256 is not " + jar.sha256(), null);
    }
  }

  private HttpResponse<Path> get(URI from, Path to) {
    CompletableFuture<HttpResponse<Path>> answer =
        client.sendAsync(
            HttpRequest.newBuilder(from).build(), HttpResponse.BodyHandlers.ofFile(to));
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failed(from, "not complete after " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw failed(from, String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(from, "interrupted", e);
    } finally {
      answer.cancel(true);
    }
  }

  private static SieveException failed(URI from, String why, @Nullable Throwable cause) {
    return new SieveException(
        "the sample page file "
            + from
            + " cannot be fetched: "
            + why
            + ". A proxy is set with JAVA_OPTS=-Dhttps.proxyHost=…; files that are in the folder"
            + " --cache are not fetched",
        cause);
  }
}
