package dev.crawlsieve.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.verdict.UnreadableVerdictException;
import dev.crawlsieve.verdict.Verdict;
import dev.crawlsieve.verdict.VerdictCodec;
import java.util.Locale;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Joins a verdict with its page, and sends the page on, body untouched. */
final class RouteProcessor implements Processor<byte[], byte[], byte[], Object> {

  static final String STAGE = "route";

  private final SieveMeters meters;
  private ProcessorContext<byte[], Object> context;
  private PendingPages pending;

  RouteProcessor(SieveMeters meters) {
    this.meters = meters;
  }

  @Override
  public void init(ProcessorContext<byte[], Object> context) {
    this.context = context;
    this.pending = context.getStateStore(SieveTopology.PENDING_STORE);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    long start = meters.clock();
    RecordMetadata at = context.recordMetadata().orElseThrow();
    try {
      Verdict verdict = VerdictCodec.decode(record.value());
      if (verdict.source().partition() != at.partition()) {
        throw new UnreadableVerdictException(
            "a verdict on a page of partition "
                + verdict.source().partition()
                + " in partition "
                + at.partition());
      }
      Record<byte[], byte[]> page = pending.take(verdict.lane(), verdict.source().offset());
      context.forward(
          page.withHeaders(headers(page.headers(), verdict))
              .withValue(new RoutedPage(at.partition(), page.value())),
          verdict.kept() ? SieveTopology.UNIQUE_SINK : SieveTopology.DUPLICATE_SINK);
      meters.routed(verdict, meters.clock() - start);
    } catch (UnreadableVerdictException | PageGoneException e) {
      Record<byte[], byte[]> letter = DeadLetters.of(record, at, STAGE, e, meters);
      context.forward(
          letter.withValue((Object) letter.value()), SieveTopology.PAGES_DEAD_LETTERS_SINK);
    }
  }

  private static Headers headers(Headers produced, Verdict verdict) {
    RecordHeaders headers = new RecordHeaders(produced);
    put(headers, RoutedPage.DECISION, lower(verdict.decision()));
    put(headers, RoutedPage.PAGE, verdict.source().toString());
    if (verdict.decision() == Verdict.Decision.DUPLICATE) {
      put(headers, "crawlsieve.kind", lower(verdict.kind()));
      put(headers, "crawlsieve.duplicate.of", verdict.duplicateOf().url());
      put(headers, "crawlsieve.duplicate.page", verdict.duplicateOf().source().toString());
      put(headers, "crawlsieve.distance", String.valueOf(verdict.distance()));
    }
    if (verdict.replaces() != null) {
      put(headers, "crawlsieve.replaces", verdict.replaces().url());
      put(headers, "crawlsieve.replaces.page", verdict.replaces().source().toString());
      put(headers, "crawlsieve.replaces.by", verdict.replaces().by());
    }
    return headers;
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(UTF_8));
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
