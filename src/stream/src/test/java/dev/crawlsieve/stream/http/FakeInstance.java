package dev.crawlsieve.stream.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An instance with predefined answers. */
final class FakeInstance implements Watched {

  /** Work done before a verdict is returned. */
  interface Work {
    void of(Asker asker) throws InterruptedException;
  }

  volatile Work work = asker -> {};
  final List<String> labelled = new CopyOnWriteArrayList<>();
  volatile Health health = new Health(true, true, "running", null);

  @Override
  public String metrics() {
    return "pages_total 3\n";
  }

  @Override
  public Health health() {
    return health;
  }

  @Override
  public JsonNode stats(boolean across) {
    if (across) {
      return JsonNodeFactory.instance.objectNode().put("across", true);
    }
    throw new IllegalStateException("a secret of the inside");
  }

  @Override
  public JsonNode history() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public JsonNode explain(String url, Asker asker) {
    return JsonNodeFactory.instance.objectNode().put("url", url);
  }

  @Override
  public JsonNode compare(String page, String with, Asker asker) {
    return JsonNodeFactory.instance.objectNode().put("page", page).put("with", with);
  }

  @Override
  public List<JsonNode> ask(Question pages) throws RefusedException {
    try {
      work.of(pages.asker());
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

  @Override
  public JsonNode ask(String url, Asker asker) {
    return JsonNodeFactory.instance.objectNode().put("asked", url);
  }

  @Override
  public JsonNode parts(Question asked) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("lane", asked.parameter("lane"))
        .put("shards", asked.parameter("shards"))
        .put("of", asked.parameter("of"))
        .put("settings", asked.parameter("settings"))
        .put("page", asked.body());
  }

  @Override
  public JsonNode dropped(String host, String kind) throws RefusedException {
    if ("odd".equals(kind)) {
      throw new RefusedException(400, "no such kind");
    }
    return JsonNodeFactory.instance.objectNode().put("host", host).put("kind", kind);
  }

  @Override
  public JsonNode cluster(String lane, String leader, boolean forwarded, Asker asker) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("lane", lane)
        .put("leader", leader)
        .put("forwarded", forwarded);
  }

  @Override
  public JsonNode label(byte[] body) {
    labelled.add(new String(body, UTF_8));
    return JsonNodeFactory.instance.objectNode().put("pairs", labelled.size());
  }

  @Override
  public JsonNode mirrors(String place, boolean url, boolean forwarded) throws RefusedException {
    if (place.equals("off")) {
      throw new RefusedException(404, "mirrors are not learned");
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("place", place)
        .put("url", url)
        .put("forwarded", forwarded);
  }
}
