package dev.crawlsieve.stream.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.topology.HeaderValues;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Renders a record's parts as JSON. */
public final class RecordJson {

  public static final ObjectMapper JSON = new ObjectMapper();

  private RecordJson() {}

  /** Adds bytes as a string if they are UTF-8, else in Base64 under the name with a suffix. */
  public static void putBytes(ObjectNode object, String name, byte @Nullable [] bytes) {
    if (bytes == null) {
      object.putNull(name);
      return;
    }
    try {
      object.put(name, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      object.put(name + "Base64", bytes);
    }
  }

  /** A header's last value as text. */
  public static @Nullable String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return header == null ? null : HeaderValues.text(header.value());
  }

  /**
   * A whole record.
   *
   * @param fingerprint whether its value is a stored fingerprint
   */
  static ObjectNode of(ConsumerRecord<byte[], byte[]> source, boolean fingerprint) {
    ObjectNode object = JSON.createObjectNode();
    putBytes(object, "key", source.key());
    object.put("partition", source.partition());
    object.put("offset", source.offset());
    object.put("timestamp", source.timestamp());
    ObjectNode headers = object.putObject("headers");
    source.headers().forEach(header -> putBytes(headers, header.key(), header.value()));
    if (fingerprint) {
      object.set("value", FingerprintJson.ofStored(source.value()));
    } else {
      putBytes(object, "value", source.value());
    }
    return object;
  }
}
