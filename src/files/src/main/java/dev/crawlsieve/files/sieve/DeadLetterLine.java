package dev.crawlsieve.files.sieve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.core.page.RecordSize;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.JsonBytes;

/**
 * Writes a record that is not a page as a line of JSON. It has the same facts as a dead letter of
 * the stream, but a place in a file instead of a position on a topic, and no headers.
 */
final class DeadLetterLine {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final RecordLimits limits;

  DeadLetterLine(SieveSettings settings) {
    this.limits = new RecordLimits(settings.page());
  }

  byte[] of(NumberedPage page, PreparedPage.Dead dead) throws JsonProcessingException {
    ObjectNode line = JSON.createObjectNode();
    boolean read = page.at() != null;
    InputPage left = read ? page.page() : page.page().beginning();
    RecordSize size = RecordSize.of(left.key(), left.value());
    JsonBytes.put(line, "url", limits.fitsKey(size) ? left.key() : null);
    line.put("origin", left.origin());
    line.put("stage", dead.stage());
    line.put("reason", dead.reason());
    JsonBytes.put(line, "value", limits.fitsValue(size) ? left.value() : null);
    return JSON.writeValueAsBytes(line);
  }
}
