package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageFields.Target;
import dev.crawlsieve.core.page.NamedFields;
import dev.crawlsieve.core.page.PageEventParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of a record from its page event. It stops as soon as it has found the key; errors
 * are reported later, when the event is parsed as a page.
 */
final class EventKeyReader {

  private final Limits limits;
  private final JsonFactory factory;
  private final PageFields fields;
  private final boolean numbered;
  private final String base;
  private boolean hasNumbered;

  /**
   * @param fields the names of the events' fields
   * @param numbered whether an event without an address is addressed by its number
   * @param base prefix of addresses made from an id or a number
   */
  EventKeyReader(Limits limits, PageFields fields, boolean numbered, String base) {
    this.limits = limits;
    this.fields = (fields.isOwn() ? PageFields.KNOWN : fields).addresses();
    this.numbered = numbered;
    this.base = base;
    factory = PageEventParser.factory(limits.maxBytes());
  }

  /**
   * The page of an event, with a defect if it is too large.
   *
   * @param event the whole event, or at least its beginning if it is too large
   * @param length length of the whole event, in bytes
   * @param number number of the event in its file
   * @param what what the event is, for a message
   */
  InputPage page(byte[] event, long length, long number, String origin, String what) {
    return limits.exceeds(length)
        ? new InputPage(null, Limits.beginning(event), origin, limits.tooLarge(what))
        : new InputPage(read(event, number), event, origin, null);
  }

  /** Whether an event so far was addressed by its number. */
  boolean hasNumbered() {
    return hasNumbered;
  }

  /**
   * The event's URL in UTF-8, or null if it has none.
   *
   * @param number number of the event in its file
   */
  private byte @Nullable [] read(byte[] event, long number) {
    int start = event.length > 3 && event[0] == (byte) 0xef ? 3 : 0;
    try (JsonParser json = factory.createParser(event, start, event.length - start)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      NamedFields named = new NamedFields(fields);
      while (!named.hasFirst() && json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (!named.read(name, json)) {
          json.skipChildren();
        }
      }
      String url = named.first(Target.URL);
      String id = named.first(Target.ID);
      boolean byNumber = numbered && url.isEmpty() && id.isEmpty();
      hasNumbered |= byNumber;
      String last = byNumber ? String.valueOf(number) : id;
      String given = url.isEmpty() && !last.isEmpty() ? PageFiles.url(base, last) : url;
      return given.isEmpty() ? null : given.getBytes(UTF_8);
    } catch (IOException e) {
      // Not an event; PageEventParser reports why.
      return null;
    }
  }
}
