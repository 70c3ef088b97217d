package dev.crawlsieve.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter as a line of JSON. */
final class DeadLetterLine {

  private DeadLetterLine() {}

  static byte[] of(ConsumerRecord<byte[], byte[]> letter) throws JsonProcessingException {
    ObjectNode line = RecordJson.JSON.createObjectNode();
    byte[] url =
        letter.key() != null || letter.value() == null ? letter.key() : UrlField.of(letter.value());
    RecordJson.putBytes(line, "url", url);
    line.put("topic", RecordJson.header(letter, InputDeadLetters.TOPIC));
    putNumber(line, "partition", RecordJson.header(letter, InputDeadLetters.PARTITION));
    putNumber(line, "offset", RecordJson.header(letter, InputDeadLetters.OFFSET));
    line.put("stage", RecordJson.header(letter, InputDeadLetters.STAGE));
    line.put("reason", RecordJson.header(letter, InputDeadLetters.REASON));
    String origin = RecordJson.header(letter, InputDeadLetters.ORIGIN);
    if (origin != null) {
      line.put("origin", origin);
    }
    RecordJson.putBytes(line, "value", letter.value());
    return RecordJson.JSON.writeValueAsBytes(line);
  }

  private static void putNumber(ObjectNode line, String name, String number) {
    if (number != null && number.matches("\\d{1,18}")) {
      line.put(name, Long.parseLong(number));
    } else {
      line.putNull(name);
    }
  }
}
