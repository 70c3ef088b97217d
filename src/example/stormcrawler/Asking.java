import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.stormcrawler.util.ConfUtils;

/** Asks crawlsieve. What has no answer counts as new. One per thread. */
final class Asking {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration MOST = Duration.ofSeconds(5);
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String address;
  private final String token;
  private long silent = System.nanoTime() - PAUSE_NANOS; // when it did not answer

  Asking(Map<String, Object> conf) {
    address = ConfUtils.getString(conf, "crawlsieve.address", "http://127.0.0.1:8080");
    token = ConfUtils.getString(conf, "crawlsieve.token");
  }

  /** The verdict that a page would get now. */
  JsonNode verdict(byte[] fingerprint) {
    return answer(
        HttpRequest.newBuilder(URI.create(address + "/api/ask"))
            .header("Content-Type", "application/octet-stream")
            .POST(BodyPublishers.ofByteArray(fingerprint)));
  }

  /** Whether a URL, or another one of its page, has been decided on. */
  boolean isKnown(String url) {
    String query = "/api/ask?url=" + URLEncoder.encode(url, StandardCharsets.UTF_8);
    JsonNode known = answer(HttpRequest.newBuilder(URI.create(address + query)));
    Stream<JsonNode> others = StreamSupport.stream(known.path("sameAs").spliterator(), false);
    return Stream.concat(Stream.of(known), others).anyMatch(one -> one.hasNonNull("verdict"));
  }

  private JsonNode answer(HttpRequest.Builder request) {
    if (System.nanoTime() - silent < PAUSE_NANOS) {
      return MissingNode.getInstance();
    }
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<byte[]> answer =
          client.send(request.timeout(MOST).build(), BodyHandlers.ofByteArray());
      return answer.statusCode() == 200 ? JSON.readTree(answer.body()) : MissingNode.getInstance();
    } catch (IOException e) {
      silent = System.nanoTime();
      return MissingNode.getInstance();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return MissingNode.getInstance();
    }
  }
}
