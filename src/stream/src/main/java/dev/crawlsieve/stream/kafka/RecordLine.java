package dev.crawlsieve.stream.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Renders records as lines. */
final class RecordLine {

  private static final byte[] EMPTY = {};

  private final boolean fingerprints;
  private final boolean whole;

  /**
   * @param fingerprints whether values are stored fingerprints
   * @param whole whether to show the whole record rather than just its value
   */
  RecordLine(boolean fingerprints, boolean whole) {
    this.fingerprints = fingerprints;
    this.whole = whole;
  }

  byte[] of(ConsumerRecord<byte[], byte[]> source) {
    if (whole) {
      ObjectNode object = RecordJson.of(source);
      if (fingerprints) {
        object.set("value", FingerprintJson.ofStored(source.value()));
      } else {
        RecordJson.putBytes(object, "value", source.value());
      }
      return object.toString().getBytes(UTF_8);
    }
    if (fingerprints) {
      return FingerprintJson.ofStored(source.value()).toString().getBytes(UTF_8);
    }
    return source.value() == null ? EMPTY : source.value();
  }
}
