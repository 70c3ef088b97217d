package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.watch.http.HttpAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of an instance that has not started. */
final class WatchTest {

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Watch watch;

  @BeforeEach
  void open() {
    SieveConfig config =
        SieveConfig.of(Map.of("state.dir", folder.toString(), "mirrors.enabled", "true"));
    watch = Watch.open(config, HttpAddress.of("127.0.0.1:0"));
  }

  @AfterEach
  void close() {
    watch.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/api/stats, 200",
    "/api/explain, 400",
    "/api/explain?url=%20, 400",
    "/api/explain?url=http://a.example/, 503",
    "/api/compare?page=0@1&with=0@2, 410",
    "/api/cluster?lane=0, 400",
    "/api/cluster?lane=0&leader=17, 400",
    "/api/cluster?lane=1&leader=0@17, 400",
    "/api/cluster?lane=0&leader=0@17, 503",
    "/api/mirrors, 400",
    "/api/mirrors?site=a&url=b, 400",
    "/api/mirrors?site=https://a.example, 503",
    "/api/passages, 400",
    "/api/passages?site=a&url=b, 400",
    "/api/passages?site=a.example, 503",
    "/api/ask, 400",
    "/api/ask?url=http://a.example/, 503",
  })
  void shouldSayWhatIsMissingOrNotYetKnown(String path, int status) throws Exception {
    HttpResponse<String> answer = client.send(request(path).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/ask, application/json, 503",
    "/api/ask, application/x-ndjson, 503",
    "/api/ask, application/octet-stream, 503",
    "/api/ask, text/html, 415",
    "/api/ask/parts, application/octet-stream, 503",
    "/api/ask/parts, application/json, 415",
  })
  void shouldTakePagesInTheFormsThatItReads(String path, String type, int status) throws Exception {
    HttpRequest request =
        request(path).header("Content-Type", type).POST(BodyPublishers.ofString("{}")).build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(status);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + watch.address() + path));
  }
}
