package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Headers to add to those of a record.
 *
 * <p>The result is built as a new list. {@link RecordHeaders#remove} scans all headers for the name
 * and, at each match, shifts every header after it (Kafka 4.3.1), so a million headers of one name
 * took minutes.
 */
final class AddedHeaders {

  private final Map<String, byte[]> added = new LinkedHashMap<>();

  /**
   * Adds a header. If the value is null, the record's own headers of that name are only left out.
   */
  AddedHeaders put(String name, @Nullable Object value) {
    added.put(name, value == null ? null : value.toString().getBytes(UTF_8));
    return this;
  }

  /** Also leaves out the record's own headers of these names. */
  AddedHeaders insteadOf(List<String> names) {
    names.forEach(name -> added.putIfAbsent(name, null));
    return this;
  }

  /**
   * The record's own headers, without those whose names are added here, followed by the added ones.
   */
  Headers to(Headers produced) {
    RecordHeaders all = new RecordHeaders();
    for (Header header : produced) {
      if (!added.containsKey(header.key())) {
        all.add(header);
      }
    }
    added.forEach(
        (name, value) -> {
          if (value != null) {
            all.add(name, value);
          }
        });
    return all;
  }
}
