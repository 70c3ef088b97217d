package dev.crawlsieve.stream.config;

import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** The values of settings, given or by default. */
final class Values extends AbstractConfig {

  Values(ConfigDef settings, Map<String, String> given) {
    super(settings, given, false);
  }

  boolean is(String name, String value) {
    return getString(name).equals(value);
  }

  /** A value as the name of an enum constant. */
  String upper(String name) {
    return getString(name).toUpperCase(Locale.ROOT);
  }
}
