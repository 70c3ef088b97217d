package dev.crawlsieve.stream.feed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.DeadLetters;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A dead letter as a line of JSON. */
public final class DeadLetterLine {

  private DeadLetterLine() {}

  public static byte[] of(ConsumerRecord<byte[], byte[]> letter) throws JsonProcessingException {
    ObjectNode line = RecordJson.JSON.createObjectNode();
    RecordJson.putBytes(line, "url", letter.key());
    line.put("topic", RecordJson.header(letter, DeadLetters.TOPIC));
    putNumber(line, "partition", RecordJson.header(letter, DeadLetters.PARTITION));
    putNumber(line, "offset", RecordJson.header(letter, DeadLetters.OFFSET));
    line.put("stage", RecordJson.header(letter, DeadLetters.STAGE));
    line.put("reason", RecordJson.header(letter, DeadLetters.REASON));
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
