package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Permission;
import dev.crawlsieve.core.text.ByteOrderMark;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that give settings. */
public final class SettingsOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Properties file with settings. May be repeated, for example with a password file that"
              + " fewer users can read; later files take precedence. Default: none.")
  private List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "One setting; takes precedence over files. May be repeated. 'crawlsieve settings' lists"
              + " them all.")
  private Map<String, String> given = new LinkedHashMap<>();

  @Option(
      names = "--fields",
      paramLabel = "NAME=FIELD,…",
      description =
          "The setting page.fields: where lines and rows hold url, id, html, text, markdown, title,"
              + " canonical, status, contentType and fetchTime, for example"
              + " url=metadata.sourceURL,text=markdown.")
  private @Nullable String fields;

  /** The settings as they are given, by name. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Path file : files) {
      Properties properties = read(file);
      properties.stringPropertyNames().forEach(k -> settings.put(k, properties.getProperty(k)));
    }
    settings.putAll(given);
    if (fields != null) {
      settings.put("page.fields", fields);
    }
    return settings;
  }

  /** The settings, after they have been checked. */
  public SieveConfig config() {
    return SieveConfig.of(settings());
  }

  private static Properties read(Path file) {
    if (!Files.isRegularFile(file)) {
      Permission.ensure(file);
      throw new SettingsException("there is no settings file " + file);
    }
    Properties properties = new Properties();
    try (Reader in = ByteOrderMark.skip(file)) {
      properties.load(in);
    } catch (CharacterCodingException e) {
      throw new SettingsException("the settings file " + file + " is not UTF-8", e);
    } catch (IOException e) {
      throw new SettingsException("the settings file " + file + " cannot be read: " + e, e);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(
          "the settings file "
              + file
              + " has a \\u without four hexadecimal digits: write \\\\ for a backslash",
          e);
    }
    return properties;
  }
}
