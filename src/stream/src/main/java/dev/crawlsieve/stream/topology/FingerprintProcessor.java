package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.sites.cluster.DeclaredFeatures;
import dev.crawlsieve.sites.mirror.LinkObserver;
import dev.crawlsieve.sites.mirror.OutLinksCodec;
import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.pending.PendingPages;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Maps pages to fingerprints, a pure function. The page itself waits in {@link PendingPages}. */
final class FingerprintProcessor extends SieveProcessor {

  private static final Duration SHORT = Duration.ofMillis(1);

  private final @Nullable LinkObserver links; // null if mirrors are not learned
  private final PageListener listener;
  private final PagePipeline pipeline;
  private final boolean remote;
  private final int lanes;
  private PendingPages pending;

  FingerprintProcessor(TopologySetup setup, PageListener listener) {
    super(setup, "fingerprint", SieveTopology.PAGES_DEAD_LETTERS_SINK);
    this.listener = listener;
    this.links = config.uses(MirrorsConfig.WING) ? new LinkObserver() : null;
    this.pipeline =
        new PagePipeline(
            config.fingerprinting(),
            config.page(),
            counted(Bodies.of(config.bodyRefs(), config.page())),
            setup.known(),
            links == null ? 0 : LinkObserver.MOST,
            () ->
                config.clusters().enabled()
                    ? new DeclaredFeatures(meters::unreadable)
                    : PagePipeline.Declared.NOTHING);
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
            FeaturesHeader.of(judged.declared())),
        SieveTopology.FINGERPRINTS_SINK);
    listener.fingerprinted(page, record.timestamp(), context);
    if (links != null) {
      forwardLinks(links, page, record.timestamp());
    }
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
}
