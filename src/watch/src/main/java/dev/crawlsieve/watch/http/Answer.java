package dev.crawlsieve.watch.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response to a request.
 *
 * @param headers headers in addition to the usual ones
 */
record Answer(int status, String type, byte[] body, Map<String, String> headers) {

  static Answer of(int status, String type, String body) {
    return new Answer(status, type + "; charset=utf-8", body.getBytes(UTF_8), Map.of());
  }

  /** A response with a line of JSON for each object. */
  static Answer lines(List<? extends JsonNode> lines) {
    StringBuilder body = new StringBuilder();
    lines.forEach(line -> body.append(line).append('\n'));
    return of(200, "application/x-ndjson", body.toString());
  }

  static Answer json(int status, JsonNode body) {
    return of(status, "application/json", body + "\n");
  }

  static Answer error(int status, @Nullable String reason) {
    Answer error = json(status, JsonNodeFactory.instance.objectNode().put("error", reason));
    return status == 429 ? error.with("Retry-After", "1") : error;
  }

  static Answer onlyBy(List<String> methods) {
    return error(405, "this address accepts " + String.join(" and ", methods) + " only")
        .with("Allow", String.join(", ", methods));
  }

  /** The response to a request without the required token. */
  static Answer withoutToken() {
    return error(
            401,
            "a token is needed here: send it in the header Authorization: Bearer TOKEN"
                + " (setting http.token.file)")
        .with("WWW-Authenticate", "Bearer");
  }

  private Answer with(String header, String value) {
    return new Answer(status, type, body, Map.of(header, value));
  }
}
