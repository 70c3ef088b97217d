package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Builds page events. */
final class Events {

  static final String WORDS = "an old man mends his wooden boat by the river at night ";

  private Events() {}

  /** The event of a page of HTML. */
  static String html(String html) {
    return event().put("html", html).toString();
  }

  /** The event of a page with a few words and another URL. */
  static String url(String url) {
    return event().put("url", url).put("html", "<p>" + WORDS).toString();
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static ObjectNode event() {
    return JsonNodeFactory.instance.objectNode().put("url", "http://poison.example/");
  }
}
