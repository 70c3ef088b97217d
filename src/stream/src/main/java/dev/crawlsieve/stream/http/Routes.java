package dev.crawlsieve.stream.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.http.Question.Form;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Maps paths to answers. */
final class Routes {

  /** Largest page that a client may ask about, in bytes. */
  static final int MAX_BODY_BYTES = 1 << 20;

  private static final String METRICS = "text/plain; version=0.0.4";
  private static final String LIVE = "/health/live";
  private static final String READY = "/health/ready";

  /** Where an instance asks another about the parts of a lane. */
  static final String PARTS = "/api/ask/parts";

  /**
   * Header of a request that an instance makes to another on behalf of a client, so that it is not
   * forwarded again.
   */
  static final String FORWARDED = "X-Crawlsieve-Forwarded";

  private static final List<String> FILES =
      List.of("index.html", "page.js", "charts.js", "pages.js", "text.js", "style.css");
  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");

  /** Answers a question. */
  private interface Work<T> {
    T of(Question question) throws RefusedException;
  }

  private final Watched watched;
  private final Map<String, Map<String, Work<Answer>>> routes = new HashMap<>();

  Routes(Watched watched) {
    this.watched = watched;
    add("GET", "/metrics", asked -> Answer.of(200, METRICS, watched.metrics()));
    add("GET", LIVE, asked -> health(Health::live));
    add("GET", READY, asked -> health(Health::ready));
    FILES.forEach(name -> add("GET", "/" + name.replace("index.html", ""), asked -> file(name)));
    get(
        "/api/stats",
        asked -> watched.stats("true".equals(asked.parameter("across")) && !asked.forwarded()));
    get("/api/history", asked -> watched.history());
    get(
        "/api/explain",
        asked ->
            watched.explain(
                asked.needed("url", "which page? Give it as /api/explain?url="), asked.asker()));
    get("/api/compare", this::compare);
    get("/api/dropped", asked -> watched.dropped(asked.given("host"), asked.given("kind")));
    get("/api/cluster", this::cluster);
    get("/api/mirrors", this::mirrors);
    get(
        "/api/ask",
        asked ->
            watched.ask(
                asked.needed("url", "which page? Give its URL as /api/ask?url=, or POST the page"),
                asked.asker()));
    post(
        "/api/ask",
        EnumSet.of(Form.JSON, Form.LINES, Form.BYTES),
        "application/json (a page event), application/x-ndjson (lines of them) or"
            + " application/octet-stream (a fingerprint)",
        this::ask);
    // Pages of other sites cannot send these content types without asking first, which is refused.
    post(
        PARTS,
        EnumSet.of(Form.BYTES),
        "application/octet-stream",
        asked -> Answer.json(200, watched.parts(asked)));
    post(
        "/api/labels",
        EnumSet.of(Form.JSON),
        "application/json",
        asked -> Answer.json(200, watched.label(asked.body())));
  }

  private void get(String path, Work<JsonNode> work) {
    add("GET", path, asked -> Answer.json(200, work.of(asked)));
  }

  private void post(String path, Set<Form> forms, String types, Work<Answer> work) {
    add(
        "POST",
        path,
        asked -> {
          if (!forms.contains(asked.form())) {
            throw new RefusedException(415, "the content type must be " + types);
          }
          return work.of(asked);
        });
  }

  private void add(String method, String path, Work<Answer> work) {
    routes.computeIfAbsent(path, any -> new TreeMap<>()).put(method, work);
  }

  private static Question withBody(Question asked) throws RefusedException {
    if (asked.body().length == 0) {
      throw new RefusedException(400, "the request has no body: send the page in it");
    }
    return asked;
  }

  /** Whether a path reports health, which takes no time. */
  static boolean isHealth(String path) {
    return path.equals(LIVE) || path.equals(READY);
  }

  /** The methods that a path supports; none if the path is unknown. */
  List<String> methods(String path) {
    return List.copyOf(routes.getOrDefault(path, Map.of()).keySet());
  }

  /** The answer to a request with a method that its path supports. */
  Answer answer(String method, String path, Question asked) throws RefusedException {
    return routes.get(path).get(method).of(asked);
  }

  private Answer health(Predicate<Health> question) {
    Health health = watched.health();
    boolean well = question.test(health);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("ok", well).put("state", health.state());
    if (!well) {
      json.put("reason", health.reason());
    }
    return Answer.json(well ? 200 : 503, json);
  }

  private JsonNode compare(Question asked) throws RefusedException {
    String which = "which pages? Give their positions as /api/compare?page=0@17&with=1@4";
    return watched.compare(asked.needed("page", which), asked.needed("with", which), asked.asker());
  }

  private JsonNode cluster(Question asked) throws RefusedException {
    String which = "which cluster? Give it as /api/cluster?lane=0&leader=0@17";
    return watched.cluster(
        asked.needed("lane", which),
        asked.needed("leader", which),
        asked.forwarded(),
        asked.asker());
  }

  private JsonNode mirrors(Question asked) throws RefusedException {
    String site = asked.given("site");
    String url = asked.given("url");
    if ((url == null) == (site == null)) {
      throw new RefusedException(
          400, "which site, or which page? Give one of them as /api/mirrors?site= or ?url=");
    }
    return watched.mirrors(url == null ? site : url, url != null, asked.forwarded());
  }

  private Answer ask(Question asked) throws RefusedException {
    List<? extends JsonNode> answers = watched.ask(withBody(asked));
    return asked.form() == Form.LINES ? Answer.lines(answers) : Answer.json(200, answers.get(0));
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
