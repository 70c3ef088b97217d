package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.mirror.LinkObserver;
import dev.crawlsieve.core.mirror.OutLinks;
import dev.crawlsieve.core.mirror.OutLinksCodec;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.PendingPages;
import dev.crawlsieve.stream.topology.PureMap.PoisonPageException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** A pure map, page to fingerprint; the page itself waits in {@link PendingPages}. */
final class FingerprintProcessor implements Processor<byte[], byte[], byte[], Object> {

  static final String STAGE = "fingerprint";

  /** Null if nobody learns mirrors. */
  private final LinkObserver links;

  private final PureMap<ScopedFingerprinter> fingerprinters;
  private final int lanes;
  private final RecordLimits limits;
  private final DeadLetters letters;
  private final SieveMeters meters;
  private ProcessorContext<byte[], Object> context;
  private PendingPages pending;

  FingerprintProcessor(SieveConfig config, SieveMeters meters) {
    this.links = config.mirrorsEnabled() ? new LinkObserver() : null;
    int mostOutlinks = links == null ? 0 : LinkObserver.MOST;
    this.fingerprinters =
        new PureMap<>(() -> new ScopedFingerprinter(config, config.page(), meters, mostOutlinks));
    this.lanes = config.lanes();
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
      ScopedFingerprint made = made(record, at);
      pending.put(made.lane(lanes), at.offset(), record);
      context.forward(fingerprint(made, record.timestamp()), SieveTopology.FINGERPRINTS_SINK);
      if (!made.outlinks().isEmpty()) {
        link(made, record.timestamp());
      }
      meters.fingerprinted(meters.clock() - start);
      meters.charset(made.fingerprint().charset());
      String doubt = fingerprinters.mapper().doubt();
      if (doubt != null) {
        meters.readAsTree(doubt);
      }
    } catch (UnjudgedPageException e) {
      context.forward(RoutedPage.unjudged(record, at, e), SieveTopology.UNJUDGED_SINK);
      meters.unjudged(e.trait());
    } catch (BadPageException | PoisonPageException e) {
      Record<byte[], byte[]> letter = letters.of(record, at, STAGE, e);
      context.forward(
          letter.withValue((Object) letter.value()), SieveTopology.PAGES_DEAD_LETTERS_SINK);
    }
  }

  private void link(ScopedFingerprint made, long timestamp) {
    String url = made.fingerprint().url();
    OutLinks out = links.observe(url, made.outlinks());
    if (!out.targets().isEmpty()) {
      context.forward(
          new Record<>(
              url.getBytes(UTF_8),
              (Object) OutLinksCodec.encode(out),
              timestamp,
              new RecordHeaders()),
          SieveTopology.OBSERVATIONS_SINK);
    }
  }

  private static Record<byte[], Object> fingerprint(ScopedFingerprint made, long timestamp) {
    RecordHeaders said = new RecordHeaders();
    if (made.features() != null) {
      said.add(FeatureReader.HEADER, made.features().encode());
    }
    return new Record<>(made.scope(), FingerprintCodec.encode(made.fingerprint()), timestamp, said);
  }

  private ScopedFingerprint made(Record<byte[], byte[]> record, RecordMetadata at)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    String excess = limits.excess(RecordSize.of(record));
    if (excess != null) {
      throw new BadPageException(excess);
    }
    return fingerprinters.run(
        fingerprinter ->
            fingerprinter.fingerprint(
                record.key(),
                record.value(),
                HeaderValues.of(record.headers()),
                new Coordinates(at.partition(), at.offset()),
                record.timestamp()));
  }
}
