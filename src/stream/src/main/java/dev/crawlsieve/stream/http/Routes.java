package dev.crawlsieve.stream.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Maps paths to answers. */
final class Routes {

  /** Largest page that a client may ask about, in bytes. */
  static final int MAX_BODY_BYTES = 1 << 20;

  private static final String GET = "GET";
  private static final String POST = "POST";
  private static final String ASK = "/api/ask";
  private static final String LIVE = "/health/live";
  private static final String READY = "/health/ready";
  private static final String NEIGHBOURS = "/api/neighbours";
  private static final String LABELS = "/api/labels";

  /** Where an instance asks another about the parts of a lane. */
  static final String PARTS = "/api/neighbours/parts";

  /**
   * Header of a request that an instance makes to another on behalf of a client, so that it is not
   * forwarded again.
   */
  static final String FORWARDED = "X-Crawlsieve-Forwarded";

  private static final Map<String, String> FILES =
      Map.of(
          "/", "index.html",
          "/page.js", "page.js",
          "/charts.js", "charts.js",
          "/pages.js", "pages.js",
          "/text.js", "text.js",
          "/style.css", "style.css");

  private static final Map<String, String> TYPES =
      Map.of("html", "text/html", "js", "text/javascript", "css", "text/css");

  private final Watched watched;

  Routes(Watched watched) {
    this.watched = watched;
  }

  /** Whether a path reports health, which takes no time. */
  static boolean isHealth(String path) {
    return path.equals(LIVE) || path.equals(READY);
  }

  /** The methods that a path supports; none if the path is unknown. */
  static List<String> methods(String path) {
    return switch (path) {
      case "/metrics", LIVE, READY, "/api/stats", "/api/history", "/api/dropped" -> List.of(GET);
      case "/api/explain", "/api/compare", "/api/cluster", "/api/mirrors" -> List.of(GET);
      case ASK -> List.of(GET, POST);
      case NEIGHBOURS, PARTS, LABELS -> List.of(POST);
      default -> FILES.containsKey(path) ? List.of(GET) : List.of();
    };
  }

  /**
   * The answer to a request with a method that its path supports.
   *
   * @param parameter returns a query parameter, or null
   * @param forwarded whether another instance sent the request
   * @param asker the client; work stops when it has gone
   */
  Answer answer(
      String method,
      String path,
      Function<String, String> parameter,
      String type,
      boolean forwarded,
      byte[] body,
      Asker asker)
      throws RefusedException {
    return switch (path) {
      case "/metrics" -> Answer.of(200, "text/plain; version=0.0.4", watched.metrics());
      case LIVE -> health(watched.health(), Health::live);
      case READY -> health(watched.health(), Health::ready);
      case "/api/stats" -> Answer.json(200, stats(parameter.apply("across"), forwarded));
      case "/api/history" -> Answer.json(200, watched.history());
      case "/api/explain" -> explain(given(parameter, "url"), asker);
      case "/api/compare" -> compare(parameter.apply("page"), parameter.apply("with"), asker);
      case "/api/dropped" ->
          Answer.json(200, watched.dropped(given(parameter, "host"), given(parameter, "kind")));
      case "/api/cluster" ->
          cluster(parameter.apply("lane"), parameter.apply("leader"), forwarded, asker);
      case LABELS -> label(type, body);
      case ASK ->
          method.equals(GET)
              ? ask(given(parameter, "url"), asker)
              : ask(parameter.apply("scope"), type, forwarded, body, asker);
      case "/api/mirrors" -> mirrors(given(parameter, "site"), given(parameter, "url"), forwarded);
      case NEIGHBOURS -> neighbours(parameter.apply("url"), type, forwarded, body, asker);
      case PARTS -> parts(parameter, type, body, asker);
      default -> file(FILES.get(path));
    };
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

  private Answer explain(String url, Asker asker) throws RefusedException {
    if (url == null) {
      throw new RefusedException(400, "which page? Give it as /api/explain?url=");
    }
    return Answer.json(200, watched.explain(url, asker));
  }

  private JsonNode stats(String across, boolean forwarded) {
    return watched.stats("true".equals(across) && !forwarded);
  }

  private Answer compare(String page, String with, Asker asker) throws RefusedException {
    if (page == null || with == null) {
      throw new RefusedException(
          400, "which pages? Give their positions as /api/compare?page=0@17&with=1@4");
    }
    return Answer.json(200, watched.compare(page, with, asker));
  }

  /** A parameter without the white space around it; null if nothing is left. */
  private static String given(Function<String, String> parameter, String name) {
    String value = parameter.apply(name);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private Answer cluster(String lane, String leader, boolean forwarded, Asker asker)
      throws RefusedException {
    if (lane == null || leader == null) {
      throw new RefusedException(400, "which cluster? Give it as /api/cluster?lane=0&leader=0@17");
    }
    return Answer.json(200, watched.cluster(lane, leader, forwarded, asker));
  }

  // Pages of other sites cannot send this content type without asking first, which is refused.
  private Answer label(String type, byte[] body) throws RefusedException {
    if (!plain(type).equals("application/json")) {
      throw new RefusedException(415, "the content type must be application/json");
    }
    return Answer.json(200, watched.label(body));
  }

  private static String plain(String type) {
    return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private Answer mirrors(String site, String url, boolean forwarded) throws RefusedException {
    boolean aboutUrl = url != null;
    if (aboutUrl == (site != null)) {
      throw new RefusedException(
          400, "which site, or which page? Give one of them as /api/mirrors?site= or ?url=");
    }
    String place = aboutUrl ? url : site;
    return Answer.json(200, watched.mirrors(place, aboutUrl, forwarded));
  }

  private Answer ask(String url, Asker asker) throws RefusedException {
    if (url == null) {
      throw new RefusedException(
          400, "which page? Give its URL as /api/ask?url=, or POST the page");
    }
    return Answer.json(200, watched.ask(url, asker));
  }

  private Answer ask(String scope, String type, boolean forwarded, byte[] body, Asker asker)
      throws RefusedException {
    AskedVerdicts.Form form =
        switch (plain(type)) {
          case "application/json" -> AskedVerdicts.Form.ONE;
          case "application/x-ndjson" -> AskedVerdicts.Form.LINES;
          case "application/octet-stream" -> AskedVerdicts.Form.FINGERPRINT;
          default ->
              throw new RefusedException(
                  415,
                  "the content type must be application/json (a page event), application/x-ndjson"
                      + " (lines of them) or application/octet-stream (a fingerprint)");
        };
    if (body.length == 0) {
      throw new RefusedException(400, "the request has no body: send the page in it");
    }
    List<? extends JsonNode> answers =
        watched.ask(new AskedVerdicts(form, scope, body, forwarded), asker);
    return form == AskedVerdicts.Form.LINES
        ? Answer.lines(answers)
        : Answer.json(200, answers.get(0));
  }

  private Answer neighbours(String url, String type, boolean forwarded, byte[] body, Asker asker)
      throws RefusedException {
    AskedPage.Form form =
        switch (plain(type)) {
          case "application/json" -> AskedPage.Form.EVENT;
          case "text/html" -> AskedPage.Form.HTML;
          case "text/plain" -> AskedPage.Form.TEXT;
          default ->
              throw new RefusedException(
                  415,
                  "the content type must be application/json (a page event), text/html or"
                      + " text/plain");
        };
    if (body.length == 0) {
      throw new RefusedException(400, "the request has no body: send the page in it");
    }
    return Answer.json(200, watched.neighbours(new AskedPage(form, url, body, forwarded), asker));
  }

  // As with labels, the content type keeps pages of other sites from asking.
  private Answer parts(Function<String, String> parameter, String type, byte[] body, Asker asker)
      throws RefusedException {
    if (!plain(type).equals("application/octet-stream")) {
      throw new RefusedException(415, "the content type must be application/octet-stream");
    }
    AskedParts asked =
        new AskedParts(
            parameter.apply("lane"),
            parameter.apply("shards"),
            parameter.apply("of"),
            parameter.apply("settings"),
            !"false".equals(parameter.apply("nearest")),
            body);
    return Answer.json(200, watched.parts(asked, asker));
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
