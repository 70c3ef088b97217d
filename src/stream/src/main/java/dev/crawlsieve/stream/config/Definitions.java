package dev.crawlsieve.stream.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/**
 * Defines settings. A setting has the type of its default; its description is in {@code
 * settings.properties}.
 */
final class Definitions {

  private static final Map<Class<?>, Type> TYPES =
      Map.of(
          String.class, Type.STRING,
          Boolean.class, Type.BOOLEAN,
          Integer.class, Type.INT,
          Long.class, Type.LONG,
          Double.class, Type.DOUBLE,
          Password.class, Type.PASSWORD);

  private final Properties meanings = meanings();
  private final List<String> ofFingerprints = new ArrayList<>();
  private final ConfigDef settings;

  Definitions(ConfigDef settings) {
    this.settings = settings;
  }

  private static Properties meanings() {
    try (Reader file =
        new InputStreamReader(
            Definitions.class.getResourceAsStream("settings.properties"), UTF_8)) {
      Properties meanings = new Properties();
      meanings.load(file);
      return meanings;
    } catch (IOException e) {
      throw new UncheckedIOException("the descriptions of settings cannot be read", e);
    }
  }

  /** The settings that decide which pages get a fingerprint and what it contains. */
  List<String> ofFingerprints() {
    return List.copyOf(ofFingerprints);
  }

  Definitions ofFingerprints(String name, Object byDefault) {
    return ofFingerprints(name, byDefault, null);
  }

  /** Defines one of {@link #ofFingerprints()}. */
  Definitions ofFingerprints(String name, Object byDefault, @Nullable Validator valid) {
    ofFingerprints.add(name);
    return define(name, byDefault, valid);
  }

  Definitions define(String name, Object byDefault) {
    return define(name, byDefault, null);
  }

  Definitions define(String name, Object byDefault, @Nullable Validator valid) {
    Type type = byDefault instanceof List ? Type.LIST : TYPES.get(byDefault.getClass());
    String meaning = Objects.requireNonNull(meanings.getProperty(name), name);
    settings.define(name, type, byDefault, valid, Importance.MEDIUM, meaning);
    return this;
  }

  /** Defines a setting whose value is never shown; by default it is empty. */
  Definitions secret(String name, Validator valid) {
    return define(name, new Password(""), valid);
  }

  /** Documents the form of valid values; {@link SieveConfig#of} rejects other values. */
  static Validator form(String valid) {
    return LambdaValidator.with((name, value) -> {}, () -> valid);
  }
}
