package dev.crawlsieve.stream.topology;

import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Values of a record's headers. */
public final class HeaderValues {

  private HeaderValues() {}

  /**
   * The last value of a header, by its name: of this name, or else of one that differs from it in
   * the case of letters only, as HTTP has it; null if there is none.
   */
  public static Function<String, byte[]> of(Headers headers) {
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
