package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.fingerprint.FingerprintedPage;
import dev.crawlsieve.core.fingerprint.KnownBodies;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.PageHeaders;
import dev.crawlsieve.files.bodies.Bodies;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.DeclaredFeatures;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.passage.PageObserver;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prepares a page for its decision, through the same pipeline as the stream. Not thread-safe. */
final class PagePreparer {

  private static final String STAGE = "fingerprint";
  private static final PageHeaders REFERENCE =
      PageHeaders.named(Page.REFERENCE_HEADER, "true".getBytes(UTF_8));

  private final PagePipeline pipeline;
  private final Overrides overrides;
  private final int lanes;
  private final ClusterSettings clusters;

  /** Null unless pages are written as web archives. */
  private final @Nullable PageArchiver archiver;

  private final @Nullable PageObserver observer; // if passages are learned
  private final boolean texts;

  /**
   * @param known bodies that were read recently
   */
  PagePreparer(SieveSettings settings, PageFormat format, KnownBodies known) {
    this.pipeline =
        new PagePipeline(
            settings.fingerprinting(),
            settings.page(),
            Bodies.of(settings.bodyRefs(), settings.page()),
            known,
            () ->
                settings.clusters().enabled()
                    ? new DeclaredFeatures(feature -> {})
                    : PagePipeline.Declared.NOTHING);
    this.overrides = settings.index().rule().overrides();
    this.lanes = settings.lanes();
    this.clusters = settings.clusters();
    this.archiver = format.isArchive() ? new PageArchiver(settings) : null;
    this.observer =
        settings.passages() == null ? null : new PageObserver(settings.fingerprinting());
    this.texts = format == PageFormat.TEXT;
  }

  PreparedPage prepare(NumberedPage page) {
    if (page.page().defect() != null) {
      return new PreparedPage(page, new PreparedPage.Dead("input", page.page().defect()), null);
    }
    PagePipeline.Outcome found = found(page);
    PreparedPage.Outcome outcome = outcome(found);
    PreparedPage.Said said = said(page, found);
    if (outcome instanceof PreparedPage.Dead || archiver == null || page.reference()) {
      return new PreparedPage(page, outcome, null, said);
    }
    try {
      return new PreparedPage(page, outcome, archiver.archive(page), said);
    } catch (BadPageException e) {
      return new PreparedPage(page, dead(PagePipeline.reason(e)), null, said);
    }
  }

  private PagePipeline.Outcome found(NumberedPage page) {
    return pipeline.process(
        page.page().key(),
        page.page().value(),
        page.reference() ? REFERENCE : PageHeaders.NONE,
        Objects.requireNonNull(page.at()),
        page.timestamp());
  }

  private PreparedPage.Outcome outcome(PagePipeline.Outcome outcome) {
    if (outcome instanceof PagePipeline.Unjudged unjudged) {
      return new PreparedPage.Unjudged(unjudged.why().trait());
    }
    return outcome instanceof PagePipeline.Judged judged
        ? judged(judged)
        : dead(((PagePipeline.Dead) outcome).reason());
  }

  private PreparedPage.@Nullable Said said(NumberedPage page, PagePipeline.Outcome outcome) {
    if ((observer == null && !texts) || !(outcome instanceof PagePipeline.Judged judged)) {
      return null;
    }
    PageObserver.Observed observed =
        observer == null ? null : observer.observe(judged.page(), page.timestamp());
    return new PreparedPage.Said(
        observed == null ? null : observed.blocks(),
        texts && !page.reference() ? TextOutput.text(judged.page()) : null);
  }

  private PreparedPage.Judged judged(PagePipeline.Judged judged) {
    FingerprintedPage page = judged.page();
    Features features =
        judged.declared() == null
            ? Features.NONE
            : Features.decode(judged.declared()).orElseThrow();
    return new PreparedPage.Judged(
        page.lane(lanes),
        page.scope(),
        judged.fingerprint(),
        overrides.of(page.fingerprint().url()).decision(),
        features.measured(clusters, page.fingerprint().tokens()));
  }

  private static PreparedPage.Dead dead(String reason) {
    return new PreparedPage.Dead(STAGE, reason);
  }
}
