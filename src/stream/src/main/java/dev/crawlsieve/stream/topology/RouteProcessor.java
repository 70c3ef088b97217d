package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.PageGoneException;
import dev.crawlsieve.stream.pending.PendingPages;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Joins a verdict with its page and forwards the page, body untouched. Reference pages go nowhere.
 */
final class RouteProcessor implements Processor<byte[], byte[], byte[], Object> {

  static final String STAGE = "route";

  /**
   * Not every page has them; those of one that another sieve has routed would be taken for ours.
   */
  private static final Set<String> OWN =
      Set.of(
          "crawlsieve.kind",
          "crawlsieve.duplicate.of",
          "crawlsieve.duplicate.page",
          "crawlsieve.duplicate.reference",
          "crawlsieve.distance",
          "crawlsieve.override",
          "crawlsieve.replaces",
          "crawlsieve.replaces.page",
          "crawlsieve.replaces.by");

  private final String pages;
  private final RecordTime time;
  private final RecordLimits limits;
  private final DeadLetters letters;
  private final SieveMeters meters;
  private ProcessorContext<byte[], Object> context;
  private PendingPages pending;

  RouteProcessor(SieveConfig config, RecordTime time, SieveMeters meters) {
    this.pages = config.topics().pages();
    this.time = time;
    this.limits = new RecordLimits(config.page());
    this.letters = new DeadLetters(limits, meters);
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
      if (verdict.route() == Verdict.Route.NOWHERE) {
        meters.routed(verdict, meters.clock() - start);
        return;
      }
      Record<byte[], byte[]> page = pending.take(verdict.lane(), verdict.source().offset());
      // The verdict's time: the page's own may be too far ahead for the topics.
      page = page.withTimestamp(time.bounded(verdict.timestamp()));
      String excess = limits.excess(RecordSize.of(page));
      if (excess != null) {
        bury(letters.of(page, pages, verdict.source(), STAGE, new BadPageException(excess)));
        return;
      }
      context.forward(
          page.withHeaders(headers(verdict).to(page.headers()))
              .withValue(new RoutedPage(at.partition(), page.value())),
          verdict.route() == Verdict.Route.UNIQUE
              ? SieveTopology.UNIQUE_SINK
              : SieveTopology.DUPLICATE_SINK);
      meters.routed(verdict, meters.clock() - start);
    } catch (UnreadableVerdictException | PageGoneException e) {
      bury(letters.of(record, at, STAGE, e));
    }
  }

  private void bury(Record<byte[], Object> letter) {
    context.forward(letter, SieveTopology.PAGES_DEAD_LETTERS_SINK);
  }

  private static AddedHeaders headers(Verdict verdict) {
    AddedHeaders headers = new AddedHeaders(OWN);
    headers.put(RoutedPage.DECISION, lower(verdict.decision()));
    headers.put(RoutedPage.PAGE, verdict.source().toString());
    if (verdict.decision() == Verdict.Decision.DUPLICATE) {
      headers.put("crawlsieve.kind", lower(verdict.kind()));
    }
    if (verdict.duplicateOf() != null) {
      headers.put("crawlsieve.duplicate.of", verdict.duplicateOf().url());
      headers.put("crawlsieve.duplicate.page", verdict.duplicateOf().source().toString());
      if (verdict.duplicateOf().reference()) {
        headers.put("crawlsieve.duplicate.reference", "true");
      }
      headers.put("crawlsieve.distance", String.valueOf(verdict.evidence().distance()));
    }
    if (verdict.overridden() != null) {
      headers.put("crawlsieve.override", verdict.overridden().rule().text());
    }
    if (verdict.replaces() != null) {
      headers.put("crawlsieve.replaces", verdict.replaces().url());
      headers.put("crawlsieve.replaces.page", verdict.replaces().source().toString());
      headers.put("crawlsieve.replaces.by", verdict.replaces().by());
    }
    return headers;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
