package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.PageHeaders;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Values of a record's headers. */
public final class HeaderValues {

  private HeaderValues() {}

  /** A value as text. */
  public static @Nullable String text(byte @Nullable [] value) {
    return value == null ? null : new String(value, UTF_8);
  }

  /** A record's headers as those of a page. */
  public static PageHeaders of(Headers headers) {
    return new PageHeaders() {
      @Override
      public byte @Nullable [] apply(String name) {
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
      }

      @Override
      public int count() {
        int count = 0;
        for (Header unused : headers) {
          count++;
        }
        return count;
      }

      @Override
      public long bytes() {
        long bytes = 0;
        for (Header header : headers) {
          bytes += Utils.utf8Length(header.key());
          bytes += header.value() == null ? 0 : header.value().length;
        }
        return bytes;
      }
    };
  }
}
