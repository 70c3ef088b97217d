package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.core.page.RecordSize;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.pending.PageGoneException;
import dev.crawlsieve.stream.pending.PendingPages;
import dev.crawlsieve.stream.topology.PlacedPage.OtherPageException;
import java.util.OptionalLong;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Joins a verdict with its page and forwards the page, body untouched. Reference pages go nowhere.
 *
 * <p>A verdict is set aside if there is another page at the position of its page. After {@value
 * PlacedPage#MOST_OTHERS} such verdicts since the task began, the instance stops: the topic of
 * pages must be another one.
 */
final class RouteProcessor extends SieveProcessor {

  private final String pages;
  private final RecordTime time;
  private final RecordLimits limits;
  private final PlacedPage placed;
  private PendingPages pending;
  private int others;

  RouteProcessor(TopologySetup setup) {
    super(setup, "route", SieveTopology.PAGES_DEAD_LETTERS_SINK);
    this.pages = config.topics().pages();
    this.time = setup.time();
    this.limits = new RecordLimits(config.page());
    this.placed = new PlacedPage(config);
  }

  @Override
  protected void init() {
    pending = context.getStateStore(SieveTopology.PENDING_STORE);
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = System.nanoTime();
    try {
      Verdict verdict = VerdictCodec.decode(record.value());
      if (verdict.source().partition() != at.partition()) {
        throw new UnreadableRecordException(
            "a verdict on a page of partition "
                + verdict.source().partition()
                + " in partition "
                + at.partition());
      }
      if (verdict.route() == Verdict.Route.NOWHERE) {
        meters.routed(verdict, System.nanoTime() - start);
        return;
      }
      Record<byte[], byte[]> page = page(verdict, BodyHashHeader.read(record.headers()));
      // The verdict's time: the page's own timestamp may be too far ahead for the topics.
      page = page.withTimestamp(time.bounded(verdict.timestamp()));
      String excess =
          limits.excess(RecordSize.of(page.key(), page.value(), HeaderValues.of(page.headers())));
      if (excess != null) {
        setAside(page, pages, verdict.source(), new BadPageException(excess));
        return;
      }
      context.forward(
          RoutedPage.judged(page, verdict),
          verdict.route() == Verdict.Route.UNIQUE
              ? SieveTopology.UNIQUE_SINK
              : SieveTopology.DUPLICATE_SINK);
      meters.routed(verdict, System.nanoTime() - start);
    } catch (UnreadableRecordException | PageGoneException e) {
      setAside(record, at, e);
    } catch (OtherPageException e) {
      if (++others > PlacedPage.MOST_OTHERS) {
        throw new SieveException(PlacedPage.otherTopic(config, PagePipeline.reason(e)), e);
      }
      setAside(record, at, e);
    }
  }

  private Record<byte[], byte[]> page(Verdict verdict, OptionalLong bodyHash)
      throws PageGoneException, OtherPageException {
    PendingPages.Taken taken = pending.take(verdict.lane(), verdict.source().offset());
    Record<byte[], byte[]> page = taken.page();
    if (taken.url() == null) {
      placed.ensureSame(
          verdict.url(), bodyHash, verdict.source(), page.key(), page.value(), page.headers());
    } else {
      placed.ensureSame(verdict.url(), verdict.source(), taken.url());
    }
    return page;
  }
}
