package dev.crawlsieve.stream.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;

/** Defines settings whose types are those of their defaults. */
final class Definitions {

  private static final Map<Class<?>, Type> TYPES =
      Map.of(
          String.class, Type.STRING,
          Boolean.class, Type.BOOLEAN,
          Integer.class, Type.INT,
          Long.class, Type.LONG,
          Double.class, Type.DOUBLE);

  private final ConfigDef settings;

  Definitions(ConfigDef settings) {
    this.settings = settings;
  }

  Definitions define(String name, Object byDefault, String documentation) {
    return define(name, byDefault, null, documentation);
  }

  Definitions define(String name, Object byDefault, Validator valid, String documentation) {
    Type type = byDefault instanceof List ? Type.LIST : TYPES.get(byDefault.getClass());
    settings.define(name, type, byDefault, valid, Importance.MEDIUM, documentation);
    return this;
  }

  /** Values of this form, for the documentation; {@link SieveConfig#of} refuses others. */
  static Validator form(String valid) {
    return LambdaValidator.with((name, value) -> {}, () -> valid);
  }
}
