package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.fingerprint.PureMap;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.FeatureReader;
import dev.crawlsieve.stream.topology.RecordLimits;
import dev.crawlsieve.stream.topology.RecordSize;

/** Makes of a page what is decided on, as the stream does. Not thread-safe. */
final class PagePreparer {

  private static final String STAGE = "fingerprint";

  /**
   * What makes fingerprints.
   *
   * @param features null if nobody asks what pages say of themselves
   */
  private record Mapper(PageFingerprinter fingerprinter, FeatureReader features) {}

  private final RecordLimits limits;
  private final int lanes;
  private final PureMap<Mapper> mappers;

  PagePreparer(SieveConfig config) {
    this.limits = new RecordLimits(config.page());
    this.lanes = config.lanes();
    String score = config.clusters().keepPreferred() ? config.clusters().scoreHeader() : null;
    this.mappers =
        new PureMap<>(
            () ->
                new Mapper(
                    new PageFingerprinter(config.fingerprinting()),
                    score == null ? null : new FeatureReader(score)));
  }

  PreparedPage prepare(NumberedPage page) {
    if (page.page().defect() != null) {
      return new PreparedPage(page, new PreparedPage.Dead("input", page.page().defect()));
    }
    try {
      return new PreparedPage(page, judged(page));
    } catch (UnjudgedPageException e) {
      return new PreparedPage(page, new PreparedPage.Unjudged(e.trait()));
    } catch (BadPageException | PoisonPageException e) {
      return new PreparedPage(page, new PreparedPage.Dead(STAGE, DeadLetters.reason(e)));
    }
  }

  private PreparedPage.Judged judged(NumberedPage page)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    byte[] key = page.page().key();
    byte[] value = page.page().value();
    String excess = limits.excess(RecordSize.of(key, value));
    if (excess != null) {
      throw new BadPageException(excess);
    }
    return mappers.run(
        mapper -> {
          FingerprintedPage made =
              mapper
                  .fingerprinter()
                  .fingerprint(key, value, PagePreparer::noHeader, page.at(), page.timestamp());
          return new PreparedPage.Judged(
              made.lane(lanes),
              made.scope(),
              FingerprintCodec.encode(made.fingerprint()),
              mapper.features() == null
                  ? Features.NONE
                  : mapper.features().read(made.page(), made.text(), PagePreparer::noHeader));
        });
  }

  /** Pages from files have no record headers. */
  private static byte[] noHeader(String name) {
    return null;
  }
}
