package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.mirror.LinkObserver;
import dev.crawlsieve.core.mirror.OutLinksCodec;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.pending.PendingPages;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A pure map, page to fingerprint; the page itself waits in {@link PendingPages}. */
final class FingerprintProcessor extends SieveProcessor {

  private static final Duration SHORT = Duration.ofMillis(1);

  private final @Nullable LinkObserver links; // if mirrors are learned
  private final PageMap map;
  private final boolean clustered;
  private final boolean remote;
  private final int lanes;
  private PendingPages pending;

  FingerprintProcessor(TopologySetup setup) {
    super(setup, "fingerprint", SieveTopology.PAGES_DEAD_LETTERS_SINK);
    this.links = config.mirrorsEnabled() ? new LinkObserver() : null;
    this.map = new PageMap(config, meters, links == null ? 0 : LinkObserver.MOST);
    this.clustered = config.clusters().enabled();
    this.remote = config.bodyRefs().remote();
    this.lanes = config.lanes();
  }

  @Override
  void init() {
    pending = context.getStateStore(SieveTopology.PENDING_STORE);
    if (remote) {
      // With punctuations in between, Kafka Streams processes fewer records before it checks
      // whether to commit or poll; each of them may wait for an answer while the transaction is
      // open.
      Cancellable unused =
          context.schedule(SHORT, PunctuationType.WALL_CLOCK_TIME, timestamp -> {});
    }
  }

  @Override
  void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = System.nanoTime();
    try {
      PageMap.Mapped mapped = map.map(record, new Coordinates(at.partition(), at.offset()));
      FingerprintedPage page = mapped.page();
      // A reference page is routed nowhere, so its body is not needed.
      if (!page.fingerprint().reference() && !pending.put(page.lane(lanes), at.offset(), record)) {
        threads.pace().crowded();
      }
      context.forward(fingerprint(mapped, record.timestamp()), SieveTopology.FINGERPRINTS_SINK);
      if (links != null) {
        forwardLinks(links, page, record.timestamp());
      }
      meters.fingerprinted(System.nanoTime() - start);
      meters.charset(page.fingerprint().charset());
    } catch (UnjudgedPageException e) {
      context.forward(RoutedPage.unjudged(record, at, e), SieveTopology.UNJUDGED_SINK);
      meters.unjudged(e.trait());
    } catch (BadPageException | PoisonPageException e) {
      setAside(record, at, e);
    }
  }

  private void forwardLinks(LinkObserver links, FingerprintedPage page, long timestamp) {
    String url = page.fingerprint().url();
    List<String> targets = links.observe(url, page.page().outlinks());
    if (!targets.isEmpty()) {
      context.forward(
          new Record<>(
              url.getBytes(UTF_8), OutLinksCodec.encode(targets), timestamp, new RecordHeaders()),
          MirrorsTopology.OBSERVATIONS_SINK);
    }
  }

  private Record<byte[], Object> fingerprint(PageMap.Mapped mapped, long timestamp) {
    Headers headers = clustered ? FeaturesHeader.of(mapped.features()) : new RecordHeaders();
    FingerprintedPage page = mapped.page();
    return new Record<>(
        page.scope(), FingerprintCodec.encode(page.fingerprint()), timestamp, headers);
  }
}
