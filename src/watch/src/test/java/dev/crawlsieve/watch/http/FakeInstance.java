package dev.crawlsieve.watch.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.watch.http.Question.Form;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An instance with predefined answers. */
final class FakeInstance {

  /** Work done before a verdict is returned. */
  interface Work {
    void run() throws InterruptedException;
  }

  volatile Work work = () -> {};
  final List<String> written = new CopyOnWriteArrayList<>();
  volatile Health health = new Health(true, true, "running", null);

  Routes routes() {
    Routes routes = new Routes(() -> health, () -> "pages_total 3\n");
    routes.get(
        "/api/fails",
        asked -> {
          throw new IllegalStateException("a secret of the inside");
        });
    routes.get(
        "/api/explain",
        asked ->
            JsonNodeFactory.instance
                .objectNode()
                .put("url", asked.needed("url", "which page?"))
                .put("host", asked.given("host"))
                .put("forwarded", asked.forwarded()));
    routes.post("/api/ask", EnumSet.of(Form.JSON, Form.LINES, Form.BYTES), this::ask);
    routes.post("/api/parts", EnumSet.of(Form.BYTES), this::ask);
    routes.post("/api/write", EnumSet.of(Form.JSON), this::write);
    return routes;
  }

  private List<JsonNode> ask(Question pages) throws RefusedException {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String body = new String(pages.body(), UTF_8);
    if (body.equals("busy")) {
      throw new RefusedException(429, "too many");
    }
    if (body.equals("elsewhere")) {
      throw new RefusedException(421, "ask another");
    }
    List<JsonNode> answers = new ArrayList<>();
    for (String line : body.split("\n")) {
      answers.add(
          JsonNodeFactory.instance
              .objectNode()
              .put("form", pages.form().name())
              .put("scope", pages.parameter("scope"))
              .put("body", line)
              .put("forwarded", pages.forwarded()));
    }
    return answers;
  }

  private List<JsonNode> write(Question asked) {
    written.add(new String(asked.body(), UTF_8));
    return List.of(JsonNodeFactory.instance.objectNode().put("written", written.size()));
  }
}
