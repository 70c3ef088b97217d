package dev.crawlsieve.watch.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.files.bodies.BoundedSubscriber;
import dev.crawlsieve.stream.kafka.RecordJson;
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

/** Asks other instances on behalf of a client, within limits of time and size. Thread-safe. */
public final class InstanceClient {

  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final long ANSWER_SECONDS = 10;
  private static final int ASKED_AT_A_TIME = 8;

  /** Ten kept pages with their URLs, which may be long, and the best matches of all shards. */
  private static final int MOST_ANSWER_BYTES = 16 << 20;

  /** Statuses for mistakes of the asker, wherever they are noticed. */
  private static final Set<Integer> ASKERS_FAULTS = Set.of(400, 404);

  private final @Nullable HttpToken token;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /**
   * @param token that all instances require
   */
  InstanceClient(@Nullable HttpToken token) {
    this.token = token;
  }

  /**
   * A question to an instance.
   *
   * @param who the instance and what it has, for messages
   */
  public record Call(HttpRequest request, String who) {}

  /**
   * A question that is not forwarded again.
   *
   * @param has what the instance has or does, for messages
   */
  public Call get(HostInfo of, String has, String path) {
    return new Call(request(of, path).GET().build(), who(of, has));
  }

  /**
   * A question with a body that is not forwarded again.
   *
   * @param has what the instance has or does, for messages
   */
  public Call post(HostInfo of, String has, String path, Question.Form form, byte[] body) {
    HttpRequest.Builder request = request(of, path).header("Content-Type", form.type());
    return new Call(request.POST(BodyPublishers.ofByteArray(body)).build(), who(of, has));
  }

  private HttpRequest.Builder request(HostInfo of, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + Instances.address(of) + path))
            .header(Routes.FORWARDED, "1");
    return token == null ? request : request.header("Authorization", token.header());
  }

  private static String who(HostInfo of, String has) {
    return "the instance at " + Instances.address(of) + ", which " + has + ",";
  }

  /** The query of an address with one parameter; none if its value is null. */
  public static String query(String parameter, @Nullable String value) {
    return value == null ? "" : "?" + parameter + "=" + URLEncoder.encode(value, UTF_8);
  }

  /**
   * Other instances' answers about parts of a lane, in the order of the questions.
   *
   * @throws RefusedException with 503 if one of them does not answer, or refuses
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
   * An instance's answer.
   *
   * @throws RefusedException as it refuses, or with 502 or 504 if it does not answer
   */
  public ObjectNode answer(Call call) throws RefusedException {
    return lines(call, 1).get(0);
  }

  /**
   * An instance's answer in lines.
   *
   * @param count how many lines there must be
   * @throws RefusedException as it refuses, or with 502 or 504 if it does not answer
   */
  public List<ObjectNode> lines(Call call, int count) throws RefusedException {
    return receive(send(call), call.who(), count, System.nanoTime(), ASKERS_FAULTS);
  }

  /** Sends a question; the body of an answer that is too large is null. */
  CompletableFuture<HttpResponse<byte[]>> send(Call call) {
    return client.sendAsync(call.request(), head -> new BoundedSubscriber(MOST_ANSWER_BYTES));
  }

  /**
   * Waits for an answer.
   *
   * @param count how many lines it must have
   * @param start when the waiting began, by {@link System#nanoTime}
   * @param faults statuses that are passed on as they are, as the asker's own fault
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
      // Closes the connection, so that the other instance sees that no one is waiting.
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
