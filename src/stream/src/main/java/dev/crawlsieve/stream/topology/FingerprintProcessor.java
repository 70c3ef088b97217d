package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.pending.PendingPages;
import java.time.Duration;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** A pure map, page to fingerprint; the page itself waits in {@link PendingPages}. */
final class FingerprintProcessor extends SieveProcessor {

  private static final Duration SHORT = Duration.ofMillis(1);

  private final PageObserver observer;
  private final PageMap map;
  private final boolean clustered;
  private final boolean remote;
  private final int lanes;
  private PendingPages pending;

  FingerprintProcessor(TopologySetup setup, PageObserver observer) {
    super(setup, "fingerprint", SieveTopology.PAGES_DEAD_LETTERS_SINK);
    this.observer = observer;
    this.map = new PageMap(config, meters, observer.mostOutlinks());
    this.clustered = config.clusters().enabled();
    this.remote = config.bodyRefs().remote();
    this.lanes = config.lanes();
  }

  @Override
  void init() {
    pending = context.getStateStore(SieveTopology.PENDING_STORE);
    if (remote) {
      // Kafka Streams processes fewer records before it looks whether to commit or poll if it
      // punctuates in between; each of them may wait for an answer while the transaction is open.
      Cancellable unused =
          context.schedule(SHORT, PunctuationType.WALL_CLOCK_TIME, timestamp -> {});
    }
  }

  @Override
  void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = meters.clock();
    try {
      PageMap.Mapped mapped = map.map(record, new Coordinates(at.partition(), at.offset()));
      FingerprintedPage page = mapped.page();
      // A reference page is routed nowhere, so its body is not needed.
      if (!page.fingerprint().reference() && !pending.put(page.lane(lanes), at.offset(), record)) {
        threads.pace().crowded();
      }
      context.forward(fingerprint(mapped, record.timestamp()), SieveTopology.FINGERPRINTS_SINK);
      observer.observe(page, record.timestamp(), context);
      meters.fingerprinted(meters.clock() - start);
      meters.charset(page.fingerprint().charset());
      if (page.doubt() != null) {
        meters.readAsTree(page.doubt());
      }
    } catch (UnjudgedPageException e) {
      context.forward(RoutedPage.unjudged(record, at, e), SieveTopology.UNJUDGED_SINK);
      meters.unjudged(e.trait());
    } catch (BadPageException | PoisonPageException e) {
      setAside(record, at, e);
    }
  }

  private Record<byte[], Object> fingerprint(PageMap.Mapped mapped, long timestamp) {
    Headers headers = clustered ? FeaturesHeader.of(mapped.features()) : new RecordHeaders();
    FingerprintedPage page = mapped.page();
    return new Record<>(
        page.scope(), FingerprintCodec.encode(page.fingerprint()), timestamp, headers);
  }
}
