package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Headers that are added to those of a record.
 *
 * <p>The list is made anew: {@link RecordHeaders#remove} looks for a name by going through all
 * headers and moves all that follow at each that it finds (Kafka 4.3.1), so that a million headers
 * of one name took minutes.
 */
final class AddedHeaders {

  private final Map<String, byte[]> added = new LinkedHashMap<>();

  AddedHeaders put(String name, String value) {
    added.put(name, value.getBytes(UTF_8));
    return this;
  }

  /** The headers of a record, but for those of the same names, then these. */
  Headers to(Headers produced) {
    RecordHeaders all = new RecordHeaders();
    for (Header header : produced) {
      if (!added.containsKey(header.key())) {
        all.add(header);
      }
    }
    added.forEach(all::add);
    return all;
  }
}
