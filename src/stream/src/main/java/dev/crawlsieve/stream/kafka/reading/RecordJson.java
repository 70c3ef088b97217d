package dev.crawlsieve.stream.kafka.reading;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.files.input.JsonBytes;
import dev.crawlsieve.stream.topology.HeaderValues;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Renders a record's parts as JSON. */
public final class RecordJson {

  public static final ObjectMapper JSON = new ObjectMapper();

  private RecordJson() {}

  /** A header's last value as text. */
  public static @Nullable String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return header == null ? null : HeaderValues.text(header.value());
  }

  /**
   * A whole record.
   *
   * @param fingerprint whether the record's value is a stored fingerprint
   */
  static ObjectNode of(ConsumerRecord<byte[], byte[]> source, boolean fingerprint) {
    ObjectNode object = JSON.createObjectNode();
    JsonBytes.put(object, "key", source.key());
    object.put("partition", source.partition());
    object.put("offset", source.offset());
    object.put("timestamp", source.timestamp());
    ObjectNode headers = object.putObject("headers");
    source.headers().forEach(header -> JsonBytes.put(headers, header.key(), header.value()));
    if (fingerprint) {
      object.set("value", FingerprintJson.ofStored(source.value()));
    } else {
      JsonBytes.put(object, "value", source.value());
    }
    return object;
  }
}
