package dev.crawlsieve.stream.otlp;

import dev.crawlsieve.core.config.SettingsException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The file with the headers that metrics are pushed with. */
public final class OtlpHeaders {

  private static final int MOST_BYTES = 16 << 10;

  private OtlpHeaders() {}

  /**
   * Reads a properties file: names of headers and their values, which no message shows.
   *
   * @throws SettingsException if it cannot be read, or holds something else
   */
  public static Map<String, String> read(Path file) {
    String what = "metrics.otlp.headers.file " + file;
    Properties read = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new SettingsException(what + " must not be larger than " + MOST_BYTES + " bytes");
      }
      read.load(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new SettingsException(what + " cannot be read: " + e, e);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(what + " must be a properties file", e);
    }
    Map<String, String> headers = new TreeMap<>();
    for (String name : read.stringPropertyNames()) {
      headers.put(name, read.getProperty(name));
      ensureHeader(what, name, read.getProperty(name));
    }
    return headers;
  }

  private static void ensureHeader(String what, String name, String value) {
    try {
      HttpRequest.newBuilder(URI.create("http://localhost/")).setHeader(name, value);
    } catch (IllegalArgumentException e) {
      throw new SettingsException(what + " has '" + name + "', which cannot be sent as a header");
    }
  }
}
