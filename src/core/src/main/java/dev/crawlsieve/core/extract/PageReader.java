package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.ContentType;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageEvent;
import dev.crawlsieve.core.page.PageEventParser;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a record as a page: a JSON page event, or a raw body described by its key and headers. */
public final class PageReader {

  private static final byte[] TRUE = "true".getBytes(UTF_8);
  private static final byte[] FALSE = "false".getBytes(UTF_8);
  private static final int SHOWN_BYTES = 100;

  /** Beginning of the URL that is given to a text without one. */
  private static final String NO_ADDRESS = "http://localhost/";

  private final PageSettings settings;
  private final PageEventParser events;

  /** Parses events that are not in the standard form; null if the settings name fields. */
  private final @Nullable PageEventParser known;

  private final BodySource bodies;
  private final AtomicReference<String> oddTime = new AtomicReference<>();

  private PageReader(PageSettings settings, BodySource bodies) {
    this.settings = settings;
    this.events = new PageEventParser(settings.maxBytes(), settings.fields());
    this.known =
        settings.fields().isOwn()
            ? new PageEventParser(settings.maxBytes(), PageFields.KNOWN)
            : null;
    this.bodies = bodies;
  }

  /** A reader configured by the settings; threads may share it. */
  public static PageReader of(PageSettings settings) {
    return new PageReader(settings, BodySource.NONE);
  }

  /**
   * A reader that also reads bodies that events refer to. Threads may share it if they may share
   * the source of bodies.
   */
  public static PageReader of(PageSettings settings, BodySource bodies) {
    return new PageReader(settings, bodies);
  }

  /**
   * Reads one record. A raw value may be empty, and so may an event's body: the page then has no
   * content.
   *
   * @param key the record's key, the URL in UTF-8; a page event's own URL takes precedence
   * @param value the record's value
   * @param headers returns the last value of the header with a given name; called with {@link
   *     Page#REFERENCE_HEADER}, and with {@code content-type}, {@code content-language}, {@code
   *     link} and {@code status} if the format is raw
   * @throws BadPageException if the record is not a page
   */
  public Page read(
      byte @Nullable [] key, byte @Nullable [] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return read(key, value, headers, bodies);
  }

  /**
   * Reads the URL of a page, without reading a body that its event refers to.
   *
   * @throws BadPageException if the record is not a page
   */
  public String url(
      byte @Nullable [] key, byte @Nullable [] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return withoutReferredBody(key, value, headers).url();
  }

  /**
   * Reads a page without a body that its event refers to: the body is then empty.
   *
   * @throws BadPageException if the record is not a page
   */
  public Page withoutReferredBody(
      byte @Nullable [] key, byte @Nullable [] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    return read(key, value, headers, BodySource.UNREAD);
  }

  /** The first {@code fetchTime} that was ignored because it is not a time; null if none. */
  public @Nullable String oddTime() {
    return oddTime.get();
  }

  private Page read(
      byte @Nullable [] key,
      byte @Nullable [] value,
      Function<String, byte @Nullable []> headers,
      BodySource source)
      throws BadPageException {
    boolean raw = settings.format() == PageSettings.Format.RAW;
    String expected = raw ? "the page's body" : "a JSON page event";
    if (value == null) {
      throw new BadPageException("the value is null, must be " + expected);
    }
    if (value.length == 0 && !raw) {
      throw new BadPageException("the value is empty, must be " + expected);
    }
    if (value.length > settings.maxBytes()) {
      throw new BadPageException(
          "the value is "
              + value.length
              + " bytes long, must be at most "
              + settings.maxBytes()
              + " (page.max.bytes)");
    }
    Page page = raw ? raw(key, value, headers) : event(key, json(value, headers), source);
    byte[] reference = headers.apply(Page.REFERENCE_HEADER);
    return reference == null ? page : page.withReference(reference(reference));
  }

  /** The event in JSON. */
  private byte[] json(byte[] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    if (settings.decoder() == null) {
      return value;
    }
    byte[] json;
    try {
      json = settings.decoder().event(value, headers);
    } catch (SettingsException e) {
      throw e;
    } catch (RuntimeException e) { // any that a user's class throws
      Throwable root = e.getCause() == null ? e : e.getCause();
      throw new BadPageException(
          "the deserializer cannot read the value: "
              + e.getMessage()
              + (root == e ? "" : " (" + root + ")"),
          e);
    }
    if (json.length > settings.maxBytes()) {
      throw new BadPageException(
          "the deserialized value is a page event of "
              + json.length
              + " bytes, must be at most "
              + settings.maxBytes()
              + " (page.max.bytes)");
    }
    return json;
  }

  private static Page raw(
      byte @Nullable [] key, byte[] value, Function<String, byte @Nullable []> headers)
      throws BadPageException {
    String url = key(key);
    if (url.isEmpty()) {
      throw new BadPageException("the record has no key, must be the page's URL");
    }
    ContentType type = ContentType.parse(header(headers, "content-type"));
    return Page.of(
        HttpUrl.parse(url),
        PageEvent.status(header(headers, "status"), "the record header 'status'"),
        type,
        header(headers, "content-language"),
        new Body(value, false),
        header(headers, "link"));
  }

  private Page event(byte @Nullable [] key, byte[] value, BodySource source)
      throws BadPageException {
    PageEvent event = events.parse(value);
    if (event.oddTime() != null) {
      oddTime.compareAndSet(null, event.oddTime());
    }
    String url = url(event, key);
    if (known != null && (url.isEmpty() || !event.hasBody())) {
      PageEvent other = known.parse(value);
      String otherUrl = url(other, key);
      if (!otherUrl.isEmpty() && other.hasBody()) {
        return other.page(HttpUrl.parse(otherUrl), source);
      }
    }
    if (url.isEmpty()) {
      throw new BadPageException(
          event.noUrl()
              + has(value)
              + ": give each event one, or --fields url=NAME (page.fields) if another field is meant");
    }
    HttpUrl address = HttpUrl.parse(url);
    if (!event.hasBody()) {
      throw new BadPageException(
          event.noBody()
              + has(value)
              + ": give each event one, or --fields html=NAME (page.fields) if another field is meant");
    }
    return event.page(address, source);
  }

  /** A clause with the names of an event's fields; empty if it has none. */
  private String has(byte[] value) {
    String names = events.fieldNames(value);
    return names.isEmpty() ? "" : "; it has " + names;
  }

  private static String url(PageEvent event, byte @Nullable [] key) throws BadPageException {
    String url = event.url().isEmpty() ? key(key) : event.url();
    return url.isEmpty() && !event.id().isEmpty()
        ? NO_ADDRESS + URLEncoder.encode(event.id(), UTF_8).replace("+", "%20")
        : url;
  }

  private static boolean reference(byte[] header) throws BadPageException {
    if (Arrays.equals(header, TRUE)) {
      return true;
    }
    if (Arrays.equals(header, FALSE)) {
      return false;
    }
    int shown = Math.min(header.length, SHOWN_BYTES);
    throw new BadPageException(
        "the record header '"
            + Page.REFERENCE_HEADER
            + "' is '"
            + new String(header, 0, shown, UTF_8)
            + (shown < header.length ? "…" : "")
            + "', must be true or false");
  }

  private static String key(byte @Nullable [] key) throws BadPageException {
    if (key == null) {
      return "";
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
    } catch (CharacterCodingException e) {
      throw new BadPageException("the key is not UTF-8, must be the page's URL", e);
    }
  }

  private static String header(Function<String, byte @Nullable []> headers, String name) {
    byte[] value = headers.apply(name);
    return value == null ? "" : new String(value, UTF_8);
  }
}
