package dev.crawlsieve.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a record is read as a page: its format, the normal form of its URL, its limits.
 *
 * @param format the format of a record's value
 * @param maxBytes largest accepted record value, in bytes; a larger one is a bad page
 * @param trackingParameters names of query parameters that never change a page, in lower case; a
 *     name that ends in {@code *} matches all names with that prefix
 * @param fields the names of an event's fields
 * @param decoder makes an event of a record's value; null if the value is one
 */
public record PageSettings(
    Format format,
    int maxBytes,
    Set<String> trackingParameters,
    PageFields fields,
    @Nullable Decoder decoder) {

  /** Makes JSON page events of values in another form. Thread-safe. */
  @FunctionalInterface
  public interface Decoder {

    /**
     * The event that a record holds, in UTF-8.
     *
     * @param headers returns the last value of the record header with a given name
     * @throws RuntimeException if the value cannot be read
     */
    byte[] event(byte[] value, Function<String, byte @Nullable []> headers);
  }

  /** Maximum total size of a record's key and its headers' names and values, in bytes. */
  public static final int MAX_BESIDE_VALUE_BYTES = 1 << 20;

  /**
   * How far a page's timestamp may be ahead of the clock; a later timestamp counts as now. Lane
   * time can be ahead of real time by as much.
   */
  public static final Duration MAX_TIME_AHEAD = Duration.ofMinutes(30);

  /** Maximum number of headers of a record. */
  public static final int MAX_HEADERS = 10_000;

  /** The format of a record's value. */
  public enum Format {
    /** A JSON page event. */
    JSON,
    /**
     * The body itself; the URL is in the key, and the content type and the like are in the headers.
     */
    RAW
  }

  /** Default query parameters that never change a page: those of trackers and of sessions. */
  public static final List<String> TRACKING_PARAMETERS =
      List.of(
          ("utm_* fbclid gclid dclid gbraid wbraid msclkid yclid mc_cid "
                  + "mc_eid _ga _gl igshid twclid vero_id wickedid oly_anon_id "
                  + "oly_enc_id _hsenc _hsmi mkt_tok jsessionid phpsessid sessionid")
              .split(" "));

  /** The defaults for raw bodies. */
  public static final PageSettings RAW =
      new PageSettings(Format.RAW, 16 << 20, Set.copyOf(TRACKING_PARAMETERS));

  public PageSettings {
    trackingParameters = Set.copyOf(trackingParameters);
  }

  /** Settings for events in the standard form. */
  public PageSettings(Format format, int maxBytes, Set<String> trackingParameters) {
    this(format, maxBytes, trackingParameters, PageFields.OWN, null);
  }

  /** The same settings for records in another format, which are not decoded. */
  public PageSettings with(Format other) {
    return new PageSettings(other, maxBytes, trackingParameters, fields, null);
  }

  /** Largest record that is forwarded, in bytes: key, value, and names and values of headers. */
  public int maxRecordBytes() {
    return maxBytes + MAX_BESIDE_VALUE_BYTES;
  }

  /**
   * Checks that records are page events, as pages from files are.
   *
   * @throws SettingsException if they are raw bodies, or are decoded
   */
  public void requireEvents() {
    if (format == Format.RAW || decoder != null) {
      throw new SettingsException(
          "page.format is "
              + (decoder == null ? "raw" : "a class")
              + ", but pages from files are page events in JSON: set it to json");
    }
  }
}
