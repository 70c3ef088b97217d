package dev.crawlsieve.stream.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * A response to be sent.
 *
 * @param allow the allowed methods, for status 405; else null
 */
record Answer(int status, String type, byte[] body, String allow) {

  static Answer of(int status, String type, String body) {
    return new Answer(status, type + "; charset=utf-8", body.getBytes(UTF_8), null);
  }

  static Answer json(int status, JsonNode body) {
    return of(status, "application/json", body + "\n");
  }

  static Answer error(int status, String reason) {
    return json(status, JsonNodeFactory.instance.objectNode().put("error", reason));
  }

  static Answer onlyBy(String method) {
    Answer error = error(405, "this address accepts " + method + " only");
    return new Answer(error.status(), error.type(), error.body(), method);
  }
}
