package dev.crawlsieve.stream.kafka.reading;

import static dev.crawlsieve.stream.topology.HeaderValues.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.topology.DeadLetters;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page on {@code dead-letters}, or in the file of that name, with the reason why it is there.
 *
 * @param url its URL; null if it is unknown
 * @param record where the record was read: {@code topic-partition@offset}, or a position in a file;
 *     null if not stated
 * @param stage the step that failed; null if not stated
 * @param reason why the step failed, in human-readable form; null if not stated
 */
public record DeadPage(
    @Nullable String url,
    @Nullable String record,
    @Nullable String stage,
    @Nullable String reason) {

  /**
   * Reads a record of the topic.
   *
   * @param headers returns a record header's value
   */
  public static DeadPage of(
      PageFingerprinter reader,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Function<String, byte @Nullable []> headers) {
    String topic = text(headers.apply(DeadLetters.TOPIC));
    return new DeadPage(
        url(reader, key, value, headers),
        topic == null
            ? null
            : topic
                + "-"
                + text(headers.apply(DeadLetters.PARTITION))
                + "@"
                + text(headers.apply(DeadLetters.OFFSET)),
        text(headers.apply(DeadLetters.STAGE)),
        text(headers.apply(DeadLetters.REASON)));
  }

  private static @Nullable String url(
      PageFingerprinter reader,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Function<String, byte @Nullable []> headers) {
    try {
      return reader.url(key, value, headers);
    } catch (BadPageException e) {
      String said = value == null ? null : said(value);
      return said == null ? text(key) : said;
    }
  }

  /** The URL in a page event that is otherwise unreadable. */
  private static @Nullable String said(byte[] value) {
    try (JsonParser json = RecordJson.JSON.createParser(value)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          boolean wanted = json.currentName().equals("url");
          if (json.nextToken() == JsonToken.VALUE_STRING && wanted) {
            return json.getText();
          }
          json.skipChildren();
        }
      }
      return null;
    } catch (IOException e) {
      return null; // not JSON, or broken before the URL
    }
  }
}
