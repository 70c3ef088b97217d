package dev.crawlsieve.watch.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.files.bodies.BoundedSubscriber;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.watch.http.HttpToken;
import dev.crawlsieve.watch.http.Question;
import dev.crawlsieve.watch.http.RefusedException;
import dev.crawlsieve.watch.http.Routes;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * Sends questions to other instances on behalf of a client, with limits on time and size.
 * Thread-safe.
 */
public final class InstanceClient {

  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final long ANSWER_SECONDS = 10;
  private static final int ASKED_AT_A_TIME = 8;

  /**
   * Enough for ten kept pages with their URLs, which may be long, and for the best matches of all
   * parts of a lane.
   */
  private static final int MOST_ANSWER_BYTES = 16 << 20;

  /** Statuses for mistakes of the client, whichever instance notices them. */
  private static final Set<Integer> ASKERS_FAULTS = Set.of(400, 404);

  private final @Nullable HttpToken token;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /**
   * @param token the token that all instances require; null for none
   */
  InstanceClient(@Nullable HttpToken token) {
    this.token = token;
  }

  /**
   * A request to an instance.
   *
   * @param who the instance and what it has or does, for messages
   */
  public record Call(HttpRequest request, String who) {}

  /**
   * A request that its receiver does not forward again.
   *
   * @param role what the instance has or does, for messages
   */
  public Call get(HostInfo of, String role, String path) {
    return new Call(request(of, path).GET().build(), who(of, role));
  }

  /**
   * A request with a body, which its receiver does not forward again.
   *
   * @param role what the instance has or does, for messages
   */
  public Call post(HostInfo of, String role, String path, Question.Form form, byte[] body) {
    HttpRequest.Builder request = request(of, path).header("Content-Type", form.type());
    return new Call(request.POST(BodyPublishers.ofByteArray(body)).build(), who(of, role));
  }

  private HttpRequest.Builder request(HostInfo of, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + Instances.address(of) + path))
            .header(Routes.FORWARDED, "1");
    return token == null ? request : request.header("Authorization", token.header());
  }

  private static String who(HostInfo of, String role) {
    return "the instance at " + Instances.address(of) + ", which " + role + ",";
  }

  /** The query of a URL with one parameter; empty if its value is null. */
  public static String query(String parameter, @Nullable String value) {
    return value == null ? "" : "?" + parameter + "=" + URLEncoder.encode(value, UTF_8);
  }

  /**
   * The answers of other instances about parts of a lane, in the order of the requests.
   *
   * @throws RefusedException with status 503 if one of them does not answer, or refuses
   */
  public List<ObjectNode> parts(List<Call> calls) throws RefusedException {
    List<ObjectNode> answers = new ArrayList<>();
    long start = System.nanoTime();
    for (int next = 0; next < calls.size(); next += ASKED_AT_A_TIME) {
      List<Call> some = calls.subList(next, Math.min(next + ASKED_AT_A_TIME, calls.size()));
      List<CompletableFuture<HttpResponse<byte[]>>> waiting =
          some.stream().map(this::send).toList();
      try {
        for (int i = 0; i < some.size(); i++) {
          answers.addAll(receive(waiting.get(i), some.get(i).who(), 1, start, Set.of()));
        }
      } catch (RefusedException e) {
        throw new RefusedException(503, e.getMessage());
      } finally {
        waiting.forEach(answer -> answer.cancel(true));
      }
    }
    return answers;
  }

  /**
   * The answer of an instance.
   *
   * @throws RefusedException with its own status if it refuses, or with 502 or 504 if it does not
   *     answer
   */
  public ObjectNode answer(Call call) throws RefusedException {
    return lines(call, 1).get(0);
  }

  /**
   * The answer of an instance, in lines of JSON.
   *
   * @param count number of lines that there must be
   * @throws RefusedException with its own status if it refuses, or with 502 or 504 if it does not
   *     answer
   */
  public List<ObjectNode> lines(Call call, int count) throws RefusedException {
    return receive(send(call), call.who(), count, System.nanoTime(), ASKERS_FAULTS);
  }

  /** Sends a request; the body of an answer is null if it is too large. */
  CompletableFuture<HttpResponse<byte[]>> send(Call call) {
    return client.sendAsync(call.request(), head -> new BoundedSubscriber(MOST_ANSWER_BYTES));
  }

  /**
   * Waits for an answer.
   *
   * @param count number of lines that it must have
   * @param start the time when waiting began, by {@link System#nanoTime}
   * @param faults statuses that are passed on unchanged, since they are the client's fault
   */
  private static List<ObjectNode> receive(
      CompletableFuture<HttpResponse<byte[]>> answer,
      String who,
      int count,
      long start,
      Set<Integer> faults)
      throws RefusedException {
    try {
      List<ObjectNode> lines =
          read(answer.get(leftNanos(start), TimeUnit.NANOSECONDS), who, faults);
      if (lines.size() != count) {
        throw new RefusedException(503, who + " gives " + lines.size() + " answers to " + count);
      }
      return lines;
    } catch (TimeoutException e) {
      throw new RefusedException(504, who + " does not answer within " + ANSWER_SECONDS + " s");
    } catch (ExecutionException | IOException e) {
      throw new RefusedException(502, who + " does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(503, "this instance is stopping");
    } finally {
      // Closes the connection, so that the other instance notices that no one is waiting.
      answer.cancel(true);
    }
  }

  private static long leftNanos(long start) {
    return TimeUnit.SECONDS.toNanos(ANSWER_SECONDS) - (System.nanoTime() - start);
  }

  private static List<ObjectNode> read(HttpResponse<byte[]> answer, String who, Set<Integer> faults)
      throws IOException, RefusedException {
    if (answer.body() == null) {
      throw new RefusedException(
          502, who + " answers with more than " + MOST_ANSWER_BYTES + " bytes");
    }
    if (answer.statusCode() == 200) {
      try (MappingIterator<ObjectNode> lines =
          RecordJson.JSON.readerFor(ObjectNode.class).readValues(answer.body())) {
        return lines.readAll();
      }
    }
    JsonNode json = RecordJson.JSON.readTree(answer.body());
    String reason = json.path("error").asText("status " + answer.statusCode());
    boolean fault = faults.contains(answer.statusCode());
    throw new RefusedException(
        fault ? answer.statusCode() : 503, fault ? reason : who + " says: " + reason);
  }
}
