package dev.crawlsieve.stream.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.failure.ReasonGroup;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.core.page.RecordSize;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputDeadLetters;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.HeaderValues;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record on {@code dead-letters}, which knows the page that it was made from.
 *
 * @param record the record as it was read
 */
record Letter(ConsumerRecord<byte[], byte[]> record) {

  /**
   * Header of a page that was sent again: the position of its dead letter, {@code
   * partition@offset}.
   */
  static final String RESENT_FROM = "crawlsieve.resent.from";

  private static final Pattern PARTITION_NUMBER = Pattern.compile("[0-9]{1,9}");

  private static final Set<String> ADDED =
      Set.of(
          DeadLetters.TOPIC,
          DeadLetters.PARTITION,
          DeadLetters.OFFSET,
          DeadLetters.EXCEPTION,
          DeadLetters.MESSAGE,
          DeadLetters.STAGE,
          DeadLetters.REASON,
          InputDeadLetters.ORIGIN,
          RESENT_FROM);

  /** Its position on {@code dead-letters}. */
  Coordinates at() {
    return new Coordinates(record.partition(), record.offset());
  }

  /** The stage in its header; "unknown" if it has none. */
  String stage() {
    return header(DeadLetters.STAGE).orElse("unknown");
  }

  /** The reason in its header; the empty string if it has none. */
  String reason() {
    return header(DeadLetters.REASON).orElse("");
  }

  /** Why it cannot be sent again as a page, and what to do instead; empty if it can. */
  Optional<String> refusal(SieveConfig config) {
    Optional<DeadLetterStage> stage = DeadLetterStage.named(stage());
    if (stage.isEmpty()) {
      return Optional.of("has no stage that this version knows, so it is unknown what it holds");
    }
    if (stage.get().refusal().isPresent()) {
      return stage.get().refusal();
    }
    if (!header(DeadLetters.TOPIC).equals(Optional.of(config.topics().pages()))) {
      return Optional.of("comes from another topic than '" + config.topics().pages() + "'");
    }
    if (header(DeadLetters.OMITTED).isPresent()) {
      return Optional.of(
          "lacks parts that were too large for it: produce the page again from its position in"
              + " __streams.errors.*");
    }
    if (stage.get() == DeadLetterStage.PRODUCE && InputDeadLetters.mayBeCut(record.value())) {
      return Optional.of(
          "holds only the beginning of a large page: produce the file that crawlsieve.origin names"
              + " again");
    }
    RecordSize size = RecordSize.of(record.key(), record.value(), HeaderValues.of(headers()));
    return Optional.ofNullable(new RecordLimits(config.page()).excess(size)).map(ReasonGroup::of);
  }

  /**
   * Why the page cannot be read under these settings either, so that it would be a dead letter
   * again; empty if it can.
   */
  Optional<String> cause(SieveConfig config) {
    PageReader reader = PageReader.of(config.page());
    try {
      reader.withoutReferredBody(record.key(), record.value(), HeaderValues.of(record.headers()));
      return Optional.empty();
    } catch (BadPageException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The page as it was produced, with one additional header.
   *
   * <p>It goes to the partition that it came from, if any. Its timestamp is the time of sending, as
   * for every produced page: otherwise retention could delete it unread.
   *
   * @param pages the topic that it is sent to
   * @param partitions number of partitions of that topic
   */
  ProducerRecord<byte[], byte[]> page(String pages, int partitions) {
    Integer partition =
        header(DeadLetters.PARTITION)
            .filter(number -> PARTITION_NUMBER.matcher(number).matches())
            .map(Integer::valueOf)
            .filter(number -> number < partitions)
            .orElse(null);
    return new ProducerRecord<>(pages, partition, record.key(), record.value(), headers());
  }

  /** The headers as produced, and the header with the letter's position. */
  private RecordHeaders headers() {
    RecordHeaders headers = new RecordHeaders();
    for (Header header : record.headers()) {
      if (!ADDED.contains(header.key())) {
        headers.add(header);
      }
    }
    headers.add(RESENT_FROM, at().toString().getBytes(UTF_8));
    return headers;
  }

  /** Size of key and value, in bytes. */
  long bytes() {
    return Math.max(0, record.serializedKeySize())
        + (long) Math.max(0, record.serializedValueSize());
  }

  private Optional<String> header(String name) {
    return Optional.ofNullable(RecordJson.header(record, name));
  }
}
