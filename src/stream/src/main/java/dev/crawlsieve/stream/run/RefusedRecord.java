package dev.crawlsieve.stream.run;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.ErrorHandlerContext;

/**
 * Handles a record that a broker refuses although its size was checked: the instance stops and
 * names the record and the topic.
 *
 * <p>Continuing without the record is not possible under exactly-once: by then the transaction has
 * failed, and Kafka Streams aborts it whatever a handler says (4.3.1). So nothing is committed and
 * nothing is lost; once the topic accepts the record, the next start sends it again. Public because
 * Kafka instantiates it.
 */
public final class RefusedRecord extends DefaultProductionExceptionHandler {

  /** Kafka Streams setting that holds the reference to which the message is written. */
  static final String SENTENCE = "crawlsieve.refused.record";

  private static final int LONGEST_NAME = 200;

  private AtomicReference<String> sentence = new AtomicReference<>();

  @Override
  @SuppressWarnings("unchecked")
  public void configure(Map<String, ?> settings) {
    super.configure(settings);
    if (settings.get(SENTENCE) instanceof AtomicReference<?> given) {
      sentence = (AtomicReference<String>) given;
    }
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception refusal) {
    Response response = super.handleError(context, record, refusal);
    if (response.result() == Result.RETRY) {
      return response;
    }
    boolean unused = sentence.compareAndSet(null, sentence(record, refusal));
    return response;
  }

  private static String sentence(ProducerRecord<byte[], byte[]> record, Exception refusal) {
    String page = header(record, "crawlsieve.page");
    return ("topic '%s' refused a record%s with a key of %s bytes, a value of %s bytes and"
            + " the time %s: %s (settings max.message.bytes and message.timestamp.* of the"
            + " topic; 'crawlsieve topics describe' shows the values it needs). Nothing was"
            + " committed: the next start sends it again")
        .formatted(
            record.topic(),
            page == null ? "" : " of the page at " + page,
            length(record.key()),
            length(record.value()),
            record.timestamp(),
            refusal.getMessage());
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    if (header == null || header.value() == null || header.value().length > LONGEST_NAME) {
      return null;
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
