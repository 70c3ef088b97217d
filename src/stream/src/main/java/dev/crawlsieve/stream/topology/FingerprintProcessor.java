package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.stream.pending.PendingPages;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Maps pages to fingerprints, a pure function, and adds the override that decides on the page now.
 * The page itself waits in {@link PendingPages}.
 */
final class FingerprintProcessor extends SieveProcessor {

  private static final Duration SHORT = Duration.ofMillis(1);

  private final List<PageListener> listeners;
  private final PagePipeline pipeline;
  private final boolean remote;
  private final int lanes;
  private PendingPages pending;

  FingerprintProcessor(TopologySetup setup, List<PageListener> listeners) {
    super(setup, "fingerprint", SieveTopology.PAGES_DEAD_LETTERS_SINK);
    this.listeners = listeners;
    this.pipeline =
        new PagePipeline(
            config.fingerprinting(),
            config.page(),
            counted(Bodies.of(config.bodyRefs(), config.page())),
            setup.known(),
            () -> declared(setup));
    this.remote = config.bodyRefs().remote();
    this.lanes = config.lanes();
  }

  private static PagePipeline.Declared declared(TopologySetup setup) {
    return setup.wings().stream()
        .map(wing -> wing.declared(setup))
        .filter(declared -> declared != PagePipeline.Declared.NOTHING)
        .findFirst()
        .orElse(PagePipeline.Declared.NOTHING);
  }

  @Override
  protected void init() {
    pending = context.getStateStore(SieveTopology.PENDING_STORE);
    if (remote) {
      // With punctuations in between, Kafka Streams processes fewer records before it checks
      // whether to commit or poll; each of them may wait for an answer while the transaction is
      // open.
      context.schedule(SHORT, PunctuationType.WALL_CLOCK_TIME, timestamp -> {});
    }
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = System.nanoTime();
    PagePipeline.Outcome outcome =
        pipeline.process(
            record.key(),
            record.value(),
            HeaderValues.of(record.headers()),
            new Coordinates(at.partition(), at.offset()),
            record.timestamp());
    if (outcome instanceof PagePipeline.Judged judged) {
      judged(judged, record, at);
      meters.fingerprinted(System.nanoTime() - start);
    } else if (outcome instanceof PagePipeline.Unjudged unjudged) {
      context.forward(RoutedPage.unjudged(record, at, unjudged.why()), SieveTopology.UNJUDGED_SINK);
      meters.unjudged(unjudged.why().trait());
    } else {
      setAside(record, at, ((PagePipeline.Dead) outcome).why());
    }
  }

  private void judged(
      PagePipeline.Judged judged, Record<byte[], byte[]> record, RecordMetadata at) {
    FingerprintedPage page = judged.page();
    // A reference page is routed nowhere, so its body is not needed.
    String url = page.fingerprint().url();
    OverrideRule override = config.liveOverrides().now().of(url).decision();
    if (!page.fingerprint().reference()) {
      if (!pending.put(page.lane(lanes), at.offset(), url, record)) {
        threads.pace().crowded();
      } else if (pending.isFilling()) {
        threads.pace().filling();
      }
    }
    context.forward(
        new Record<>(
            page.scope(),
            judged.fingerprint(),
            record.timestamp(),
            OverrideHeader.add(override, FeaturesHeader.of(judged.declared()))),
        SieveTopology.FINGERPRINTS_SINK);
    listeners.forEach(listener -> listener.fingerprinted(page, record.timestamp(), context));
    meters.charset(page.fingerprint().charset());
  }

  private BodySource counted(BodySource bodies) {
    return (ref, url) -> {
      long start = System.nanoTime();
      try {
        ReferredBody body = bodies.read(ref, url);
        meters.bodyRead(System.nanoTime() - start);
        return body;
      } catch (BadPageException e) {
        meters.bodyMissing();
        throw e;
      }
    };
  }
}
