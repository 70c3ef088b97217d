package dev.crawlsieve.watch.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.watch.http.Question.Form;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Maps paths to handlers, which register here before the server starts. */
public final class Routes {

  /** Largest body of a request, in bytes. */
  static final int MAX_BODY_BYTES = 1 << 20;

  /**
   * Header of a request that an instance has forwarded on behalf of a client; its receiver does not
   * forward it again.
   */
  public static final String FORWARDED = "X-Crawlsieve-Forwarded";

  private static final String METRICS = "text/plain; version=0.0.4";
  private static final String LIVE = "/health/live";
  private static final String READY = "/health/ready";

  private static final List<String> FILES =
      List.of("index.html", "page.js", "pages.js", "red.js", "text.js", "style.css");
  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");

  /**
   * Answers a request. It throws a {@link dev.crawlsieve.core.failure.SieveException} if something
   * cannot be read now.
   */
  public interface Work<T> {

    /**
     * The answer.
     *
     * @throws RefusedException with the status to send
     */
    T of(Question question) throws RefusedException;
  }

  private final Map<String, Map<String, Work<Answer>>> routes = new HashMap<>();

  /**
   * Routes for the live page, its files, health and metrics.
   *
   * @param health returns the instance's health; never blocks
   * @param metrics returns the metrics in Prometheus' text format 0.0.4
   */
  public Routes(Supplier<Health> health, Supplier<String> metrics) {
    add("GET", "/metrics", asked -> Answer.of(200, METRICS, metrics.get()));
    add("GET", LIVE, asked -> health(health.get(), Health::live));
    add("GET", READY, asked -> health(health.get(), Health::ready));
    FILES.forEach(name -> add("GET", "/" + name.replace("index.html", ""), asked -> file(name)));
  }

  /** Registers work that answers with JSON. */
  public void get(String path, Work<JsonNode> work) {
    add("GET", path, asked -> Answer.json(200, work.of(asked)));
  }

  /**
   * Registers work for requests with a body, which must not be empty. It answers with an object, or
   * with lines if the body has lines.
   *
   * @param forms the forms that a body may have. A page of another site cannot send these without
   *     asking first, and is then refused
   */
  public void post(String path, EnumSet<Form> forms, Work<List<? extends JsonNode>> work) {
    add(
        "POST",
        path,
        asked -> {
          if (!forms.contains(asked.form())) {
            throw new RefusedException(
                415,
                "the content type must be "
                    + String.join(" or ", forms.stream().map(Form::type).toList()));
          }
          if (asked.body().length == 0) {
            throw new RefusedException(400, "the request has no body: send the page in it");
          }
          List<? extends JsonNode> answers = work.of(asked);
          return asked.form() == Form.LINES
              ? Answer.lines(answers)
              : Answer.json(200, answers.get(0));
        });
  }

  private void add(String method, String path, Work<Answer> work) {
    routes.computeIfAbsent(path, any -> new TreeMap<>()).put(method, work);
  }

  /** Whether a path reports health, which can be answered without delay. */
  static boolean isHealth(String path) {
    return path.equals(LIVE) || path.equals(READY);
  }

  /** The methods that a path supports; empty if the path is unknown. */
  List<String> methods(String path) {
    return List.copyOf(routes.getOrDefault(path, Map.of()).keySet());
  }

  /** The answer to a request with a method that its path supports. */
  Answer answer(String method, String path, Question asked) throws RefusedException {
    Work<Answer> work = routes.getOrDefault(path, Map.of()).get(method);
    return Objects.requireNonNull(work).of(asked);
  }

  private static Answer health(Health health, Predicate<Health> question) {
    boolean well = question.test(health);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("ok", well).put("state", health.state());
    if (!well) {
      json.put("reason", health.reason());
    }
    return Answer.json(well ? 200 : 503, json);
  }

  private static Answer file(String name) {
    String type = TYPES.get(name.substring(name.indexOf('.') + 1));
    try (InputStream in = Routes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the file " + name + " is missing from the jar");
      }
      return new Answer(200, type + "; charset=utf-8", in.readAllBytes(), Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
