package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Values of a record's headers. */
public final class HeaderValues {

  private HeaderValues() {}

  /** A value as text. */
  public static @Nullable String text(byte @Nullable [] value) {
    return value == null ? null : new String(value, UTF_8);
  }

  /**
   * Looks up a header's last value by name: an exact match, or else one that differs only in case,
   * as in HTTP.
   */
  public static Function<String, byte @Nullable []> of(Headers headers) {
    return name -> {
      byte[] value = null;
      boolean exact = false;
      for (Header header : headers) {
        boolean same = header.key().equals(name);
        if (same || (!exact && header.key().equalsIgnoreCase(name))) {
          value = header.value();
          exact |= same;
        }
      }
      return value;
    };
  }
}
