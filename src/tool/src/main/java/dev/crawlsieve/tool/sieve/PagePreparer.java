package dev.crawlsieve.tool.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.config.ClusterSettings;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.PureMap.PoisonPageException;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.PageMap;
import java.util.Objects;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Prepares a page for its decision, with the same map as the stream. Not thread-safe. */
final class PagePreparer {

  private static final String STAGE = "fingerprint";

  private final PageMap map;
  private final int lanes;
  private final ClusterSettings clusters;

  /** Null if pages are written as JSON lines. */
  private final @Nullable PageArchiver archiver;

  PagePreparer(SieveConfig config, PageFormat format) {
    this.map = new PageMap(config);
    this.lanes = config.lanes();
    this.clusters = config.clusters();
    this.archiver = format.isArchive() ? new PageArchiver(config) : null;
  }

  PreparedPage prepare(NumberedPage page) {
    if (page.page().defect() != null) {
      return new PreparedPage(page, new PreparedPage.Dead("input", page.page().defect()), null);
    }
    try {
      PreparedPage.Outcome outcome = outcome(page);
      return new PreparedPage(
          page, outcome, archiver == null || page.reference() ? null : archiver.archive(page));
    } catch (BadPageException | PoisonPageException e) {
      return new PreparedPage(page, new PreparedPage.Dead(STAGE, DeadLetters.reason(e)), null);
    }
  }

  private PreparedPage.Outcome outcome(NumberedPage page)
      throws BadPageException, PoisonPageException {
    try {
      return judged(page);
    } catch (UnjudgedPageException e) {
      return new PreparedPage.Unjudged(e.trait());
    }
  }

  private PreparedPage.Judged judged(NumberedPage page)
      throws BadPageException, UnjudgedPageException, PoisonPageException {
    byte[] key = page.page().key();
    RecordHeaders headers = new RecordHeaders();
    if (page.reference()) {
      headers.add(Page.REFERENCE_HEADER, "true".getBytes(UTF_8));
    }
    PageMap.Mapped mapped =
        map.map(
            new Record<>(key, page.page().value(), page.timestamp(), headers),
            Objects.requireNonNull(page.at()));
    FingerprintedPage made = mapped.page();
    byte[] fingerprint = FingerprintCodec.encode(made.fingerprint());
    Features features = mapped.features().measured(clusters, made.fingerprint().tokens());
    return new PreparedPage.Judged(made.lane(lanes), made.scope(), fingerprint, features);
  }
}
