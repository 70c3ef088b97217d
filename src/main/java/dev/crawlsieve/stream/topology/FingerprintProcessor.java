package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.PureMap;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.pending.PendingPages;
import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** A pure map, page to fingerprint; the page itself waits in {@link PendingPages}. */
final class FingerprintProcessor implements Processor<byte[], byte[], byte[], Object> {

  static final String STAGE = "fingerprint";

  private final PageObserver observer;
  private final PureMap<Mapper> mappers;
  private final int lanes;
  private final RecordLimits limits;
  private final DeadLetters letters;
  private final SieveMeters meters;
  private ProcessorContext<byte[], Object> context;
  private PendingPages pending;

  /** What the stream wants to know of a page. */
  private record Made(FingerprintedPage page, Features features) {}

  /** Makes it. */
  private static final class Mapper {

    private final PageFingerprinter fingerprinter;

    /** Null if nobody asks what pages say of themselves. */
    private final FeatureReader features;

    Mapper(SieveConfig config, SieveMeters meters, int mostOutlinks) {
      this.fingerprinter =
          new PageFingerprinter(config.fingerprinting(), config.page(), mostOutlinks);
      this.features =
          config.clusters().enabled()
              ? new FeatureReader(config.clusters().scoreHeader(), meters)
              : null;
    }

    Made make(Record<byte[], byte[]> record, Coordinates at)
        throws BadPageException, UnjudgedPageException {
      Function<String, byte[]> headers = HeaderValues.of(record.headers());
      FingerprintedPage page =
          fingerprinter.fingerprint(record.key(), record.value(), headers, at, record.timestamp());
      return new Made(
          page, features == null ? null : features.read(page.page(), page.text(), headers));
    }
  }

  FingerprintProcessor(SieveConfig config, PageObserver observer, SieveMeters meters) {
    this.observer = observer;
    this.mappers = new PureMap<>(() -> new Mapper(config, meters, observer.mostOutlinks()));
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
      Made made = made(record, at);
      FingerprintedPage page = made.page();
      pending.put(page.lane(lanes), at.offset(), record);
      context.forward(fingerprint(made, record.timestamp()), SieveTopology.FINGERPRINTS_SINK);
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
      Record<byte[], byte[]> letter = letters.of(record, at, STAGE, e);
      context.forward(
          letter.withValue((Object) letter.value()), SieveTopology.PAGES_DEAD_LETTERS_SINK);
    }
  }

  private static Record<byte[], Object> fingerprint(Made made, long timestamp) {
    RecordHeaders said = new RecordHeaders();
    if (made.features() != null) {
      said.add(FeatureReader.HEADER, made.features().encode());
    }
    return new Record<>(
        made.page().scope(), FingerprintCodec.encode(made.page().fingerprint()), timestamp, said);
  }

  private Made made(Record<byte[], byte[]> record, RecordMetadata at)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    String excess = limits.excess(RecordSize.of(record));
    if (excess != null) {
      throw new BadPageException(excess);
    }
    return mappers.run(mapper -> mapper.make(record, new Coordinates(at.partition(), at.offset())));
  }
}
