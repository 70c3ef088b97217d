package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.AcceptSettings;
import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef.Range;

/**
 * Settings of how records are read as pages, where their bodies are, and which pages are judged.
 */
final class PagesConfig {

  static final String PAGE_FORMAT_CONFIG = "page.format";
  static final String PAGE_FIELDS_CONFIG = "page.fields";
  static final String PAGE_MAX_BYTES_CONFIG = "page.max.bytes";
  static final String BODY_REF_ROOTS_CONFIG = "body.ref.roots";
  static final String ACCEPT_STATUS_CONFIG = "accept.status";
  static final String ACCEPT_TYPES_CONFIG = "accept.types";
  static final String ACCEPT_BYTES_CONFIG = "accept.bytes";
  static final String ACCEPT_MIN_BYTES_CONFIG = "accept.min.bytes";
  static final String URL_TRACKING_PARAMETERS_CONFIG = "url.tracking.parameters";

  private static final String JSON = "json";
  private static final String RAW = "raw";
  private static final String EXAMPLE_CLASS = "com.example.PageDeserializer";

  private PagesConfig() {}

  static void define(Definitions settings) {
    settings
        .ofFingerprints(
            PAGE_FORMAT_CONFIG,
            JSON,
            Definitions.form("json, raw, or a class such as " + EXAMPLE_CLASS))
        .ofFingerprints(
            PAGE_MAX_BYTES_CONFIG, PageSettings.RAW.maxBytes(), Range.between(1024, 512 << 20))
        .define(
            PAGE_FIELDS_CONFIG,
            "",
            Definitions.form("url=metadata.sourceURL,text=markdown, or known"))
        .define(
            BODY_REF_ROOTS_CONFIG,
            List.of(),
            Definitions.form("/crawl, https://store.example/crawl/"))
        .ofFingerprints(
            ACCEPT_STATUS_CONFIG,
            AcceptSettings.STATUSES,
            Definitions.form("200, 200-299, 2xx, none, any"))
        .ofFingerprints(
            ACCEPT_TYPES_CONFIG,
            AcceptSettings.TYPES,
            Definitions.form("text/html, text/*, -text/css"))
        .define(
            ACCEPT_BYTES_CONFIG,
            List.of(),
            Definitions.form("application/pdf, image/*, -image/gif"))
        .ofFingerprints(
            ACCEPT_MIN_BYTES_CONFIG, AcceptSettings.DEFAULT.minBytes(), Range.between(0, 512 << 20))
        .ofFingerprints(URL_TRACKING_PARAMETERS_CONFIG, PageSettings.TRACKING_PARAMETERS);
  }

  /**
   * How records are read as pages.
   *
   * @param topic the topic that they are on
   */
  static PageSettings page(Values values, String topic) {
    Set<String> tracking = new HashSet<>();
    for (String name : values.getList(URL_TRACKING_PARAMETERS_CONFIG)) {
      tracking.add(name.toLowerCase(Locale.ROOT));
    }
    String format = values.getString(PAGE_FORMAT_CONFIG);
    PageFields fields = PageFields.of(values.getString(PAGE_FIELDS_CONFIG));
    boolean plain = format.equals(JSON) || format.equals(RAW);
    return new PageSettings(
        format.equals(RAW) ? PageSettings.Format.RAW : PageSettings.Format.JSON,
        values.getInt(PAGE_MAX_BYTES_CONFIG),
        tracking,
        fields,
        plain
            ? null
            : PageDeserializer.of(format, topic, values.originalsWithPrefix("consumer."), fields));
  }

  /** Where bodies that events refer to may be read. */
  static BodyRefSettings bodyRefs(Values values) {
    return BodyRefSettings.of(values.getList(BODY_REF_ROOTS_CONFIG), BodyRefSettings.TIMEOUT);
  }

  /** Which pages are judged. */
  static AcceptSettings accept(Values values) {
    return AcceptSettings.of(
        values.getList(ACCEPT_STATUS_CONFIG),
        values.getList(ACCEPT_TYPES_CONFIG),
        values.getList(ACCEPT_BYTES_CONFIG),
        values.getInt(ACCEPT_MIN_BYTES_CONFIG));
  }
}
