package dev.crawlsieve.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How a record becomes a page: the record's shape, its URL's normal form, its limits.
 *
 * @param format the shape of a record's value
 * @param maxBytes largest accepted record value, in bytes; a larger one is a bad page
 * @param trackingParameters names of query parameters that never change a page, in lower case; a
 *     name that ends in {@code *} matches all names with that prefix
 * @param fields the names of an event's fields
 */
public record PageSettings(
    Format format, int maxBytes, Set<String> trackingParameters, PageFields fields) {

  /** Maximum total size of a record's key and its headers' names and values, in bytes. */
  public static final int MAX_BESIDE_VALUE_BYTES = 1 << 20;

  /**
   * How far a page's timestamp may be ahead of the clock; a later one counts as now. Lane time can
   * run ahead of real time by as much.
   */
  public static final Duration MAX_TIME_AHEAD = Duration.ofMinutes(30);

  /** Maximum number of headers of a record. */
  public static final int MAX_HEADERS = 10_000;

  /** The shape of a record's value. */
  public enum Format {
    /** A JSON page event. */
    JSON,
    /** The body itself; URL in the key, content type and the like in the headers. */
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

  /** Settings for events of our own form. */
  public PageSettings(Format format, int maxBytes, Set<String> trackingParameters) {
    this(format, maxBytes, trackingParameters, PageFields.OWN);
  }

  /** The same for records of another shape. */
  public PageSettings with(Format other) {
    return new PageSettings(other, maxBytes, trackingParameters, fields);
  }

  /** Largest record that is forwarded, in bytes: key, value, names and values of headers. */
  public int maxRecordBytes() {
    return maxBytes + MAX_BESIDE_VALUE_BYTES;
  }

  /**
   * Checks that records are page events, as pages from files are.
   *
   * @throws SettingsException if they are raw bodies
   */
  public void requireEvents() {
    if (format == Format.RAW) {
      throw new SettingsException(
          "page.format is raw, but pages from files are page events: set it to json");
    }
  }
}
