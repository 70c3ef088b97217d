package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * A record's value, and the partition to which it is sent: a page on its way to {@code unique},
 * {@code duplicate} or {@code unjudged}, which goes to the partition with the number that it came
 * from; or a record {@linkplain #within within a lane}. The constants are the headers of pages.
 *
 * @param value the value; for a page, the bytes as produced, not copied
 */
public record RoutedPage(int partition, byte[] value) {

  /** Header: the decision, {@code unique}, {@code duplicate} or {@code unjudged}. */
  public static final String DECISION = "crawlsieve.decision";

  /** Header: the page's position in {@code pages}, {@code partition@offset}. */
  public static final String PAGE = "crawlsieve.page";

  /** Header of a copy: {@code exact}, {@code near} or {@code revisit}. */
  public static final String KIND = "crawlsieve.kind";

  /** Header of a copy: the URL of the page that it copies. */
  public static final String DUPLICATE_OF = "crawlsieve.duplicate.of";

  /** Header of a copy: the position of the page that it copies. */
  public static final String DUPLICATE_PAGE = "crawlsieve.duplicate.page";

  /** Header of a copy of a reference page: {@code true}. */
  public static final String DUPLICATE_REFERENCE = "crawlsieve.duplicate.reference";

  /** Header of a copy: how many bits of the SimHashes differ. */
  public static final String DISTANCE = "crawlsieve.distance";

  /** Header: the override that decided. */
  public static final String OVERRIDE = "crawlsieve.override";

  /** Header: the URL of the page that this one replaces. */
  public static final String REPLACES = "crawlsieve.replaces";

  /** Header: the position of the page that this one replaces. */
  public static final String REPLACES_PAGE = "crawlsieve.replaces.page";

  /** Header: the criterion by which this page is preferred. */
  public static final String REPLACES_BY = "crawlsieve.replaces.by";

  /** Header of a page that is not judged: why, in human-readable form. */
  public static final String REASON = DeadLetters.REASON;

  /** Header of a page that is not judged: the trait that is not accepted. */
  public static final String TRAIT = "crawlsieve.trait";

  private static final List<String> ALL =
      List.of(
          DECISION,
          PAGE,
          KIND,
          DUPLICATE_OF,
          DUPLICATE_PAGE,
          DUPLICATE_REFERENCE,
          DISTANCE,
          OVERRIDE,
          REPLACES,
          REPLACES_PAGE,
          REPLACES_BY,
          REASON,
          TRAIT);

  /** A page that is forwarded as it was produced, with its verdict in headers. */
  static Record<byte[], Object> judged(Record<byte[], byte[]> page, Verdict verdict) {
    Evidence evidence = verdict.evidence();
    Verdict.Original of = verdict.duplicateOf();
    Verdict.Overridden overridden = verdict.overridden();
    Verdict.Replaced replaces = verdict.replaces();
    AddedHeaders added =
        new AddedHeaders()
            .put(DECISION, lower(verdict.decision()))
            .put(PAGE, verdict.source())
            .put(KIND, verdict.kind() == null ? null : lower(verdict.kind()))
            .put(DUPLICATE_OF, of == null ? null : of.url())
            .put(DUPLICATE_PAGE, of == null ? null : of.source())
            .put(DUPLICATE_REFERENCE, of != null && of.reference() ? "true" : null)
            .put(DISTANCE, evidence == null ? null : evidence.distance())
            .put(OVERRIDE, overridden == null ? null : overridden.rule().text())
            .put(REPLACES, replaces == null ? null : replaces.url())
            .put(REPLACES_PAGE, replaces == null ? null : replaces.source())
            .put(REPLACES_BY, replaces == null ? null : replaces.by());
    return routed(page, added, verdict.source().partition());
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** A page that is forwarded as it was produced, with the reason why it is not judged. */
  static Record<byte[], Object> unjudged(
      Record<byte[], byte[]> page, RecordMetadata at, UnjudgedPageException why) {
    AddedHeaders added =
        new AddedHeaders()
            .put(DECISION, "unjudged")
            .put(PAGE, new Coordinates(at.partition(), at.offset()))
            .put(TRAIT, why.trait())
            .put(REASON, PagePipeline.reason(why));
    return routed(page, added, at.partition());
  }

  /**
   * Not every page gets all headers; those that are missing are removed, since headers that another
   * sieve has added would be taken for this one's.
   */
  private static Record<byte[], Object> routed(
      Record<byte[], byte[]> page, AddedHeaders added, int partition) {
    return page.withHeaders(added.insteadOf(ALL).to(page.headers()))
        .withValue(new RoutedPage(partition, page.value()));
  }

  /** A record on its way within a lane. */
  public static Record<byte[], Object> within(
      int partition, byte[] value, long timestamp, Headers headers) {
    return new Record<>(null, new RoutedPage(partition, value), timestamp, headers);
  }

  /** Writes the bytes as they are. */
  static Serializer<RoutedPage> serializer() {
    return (topic, page) -> page.value();
  }

  /** Chooses the partition that the page came from. */
  static StreamPartitioner<byte[], RoutedPage> partitioner() {
    PartitionChoice<byte[], RoutedPage> choice = (key, page, partitions) -> page.partition();
    return choice.partitioner();
  }
}
