package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.bodies.Bodies;
import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.PureMap;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.meters.SieveMeters;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps a page's record to its fingerprint, which depends on that record alone, and on the body that
 * it refers to, if it does. Not thread-safe.
 */
public final class PageMap {

  /**
   * The result of mapping one page.
   *
   * @param features {@link Features#NONE} where clusters are off
   */
  public record Mapped(FingerprintedPage page, Features features) {}

  private record Mapper(PageFingerprinter fingerprinter, DeclaredFeatures features) {

    Mapped map(Record<byte[], byte[]> record, Coordinates at)
        throws BadPageException, UnjudgedPageException {
      Function<String, byte @Nullable []> headers = HeaderValues.of(record.headers());
      FingerprintedPage page =
          fingerprinter.fingerprint(record.key(), record.value(), headers, at, record.timestamp());
      if (fingerprinter.oddTime() != null && ODD_TIME_TOLD.compareAndSet(false, true)) {
        LOG.warn(
            "the field 'fetchTime' is '{}', which is not a time; it is ignored there and in others",
            fingerprinter.oddTime());
      }
      return new Mapped(page, features.read(page.page(), page.text(), headers));
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(PageMap.class);

  /** Said once, however many threads have a map. */
  private static final AtomicBoolean ODD_TIME_TOLD = new AtomicBoolean();

  private final RecordLimits limits;
  private final PureMap<Mapper> mappers;

  /** Maps pages without reading their links. */
  public PageMap(SieveConfig config) {
    this(config, new SieveMeters(), 0);
  }

  /**
   * @param mostOutlinks the most links to read from a page
   */
  PageMap(SieveConfig config, SieveMeters meters, int mostOutlinks) {
    this.limits = new RecordLimits(config.page());
    BodySource bodies = counted(Bodies.of(config.bodyRefs(), config.page()), meters);
    this.mappers =
        new PureMap<>(
            () ->
                new Mapper(
                    new PageFingerprinter(
                        config.fingerprinting(), config.page(), mostOutlinks, bodies),
                    new DeclaredFeatures(config.clusters(), meters)));
  }

  /** Shows single steps of the map; reads the bodies that it reads. Not thread-safe. */
  public static PageFingerprinter fingerprinter(SieveConfig config) {
    return new PageFingerprinter(
        config.fingerprinting(), config.page(), 0, Bodies.of(config.bodyRefs(), config.page()));
  }

  private static BodySource counted(BodySource bodies, SieveMeters meters) {
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

  /**
   * Maps one page.
   *
   * @param at the record's position
   * @throws BadPageException if it is not a page, or too large to be forwarded
   * @throws UnjudgedPageException if it is a page that is not judged
   * @throws PoisonPageException if reading or parsing it fails in another way
   */
  public Mapped map(Record<byte[], byte[]> record, Coordinates at)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    String excess = limits.excess(RecordSize.of(record));
    if (excess != null) {
      throw new BadPageException(excess);
    }
    return mappers.run(mapper -> mapper.map(record, at));
  }
}
