package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.page.UnjudgedPageException.Trait;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.sites.cluster.Features;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A page, with everything that is derived from this page alone.
 *
 * @param archived the page as a record of a web archive; null if pages are not written as web
 *     archives, or this one is not written
 * @param said what the page says; null if that is not needed
 */
record PreparedPage(
    NumberedPage page, Outcome outcome, @Nullable ArchivedPage archived, @Nullable Said said) {

  PreparedPage(NumberedPage page, Outcome outcome, @Nullable ArchivedPage archived) {
    this(page, outcome, archived, null);
  }

  /** The page event, byte for byte as it was read. */
  byte[] event() {
    return page.page().value();
  }

  /** Where it came from, for people. */
  String origin() {
    return page.page().origin();
  }

  /** The row of a Parquet file from which it was read; null if it was read from another input. */
  InputPage.@Nullable Row row() {
    return page.page().row();
  }

  /**
   * What a page says.
   *
   * @param blocks what tells of its site; null if nothing is learned of sites, or the page says
   *     nothing
   * @param text its text as a line of JSON; null if texts are not written
   */
  record Said(byte @Nullable [] blocks, byte @Nullable [] text) {}

  /** What a page turned out to be. */
  sealed interface Outcome permits Judged, Unjudged, Dead {}

  /**
   * A page to decide on.
   *
   * @param lane the lane that decides
   * @param scope name of the scope in which it is compared
   * @param fingerprint in its stored form
   * @param override the override that decides on it; null if the rule does
   * @param features what the page declares for clusters; {@link Features#NONE} if they are off
   */
  record Judged(
      int lane,
      byte[] scope,
      byte[] fingerprint,
      @Nullable OverrideRule override,
      Features features)
      implements Outcome {

    /** Whether it is judged by its text, but has none. */
    boolean silent() {
      ByteBuffer stored = ByteBuffer.wrap(fingerprint);
      return (stored.get(FingerprintCodec.AT_FLAGS) & Fingerprint.FLAG_BYTES) == 0
          && stored.getInt(FingerprintCodec.AT_TOKENS) == 0;
    }
  }

  /** A page that is not judged, because one of its traits is not accepted. */
  record Unjudged(Trait trait) implements Outcome {}

  /**
   * A record that is not a page.
   *
   * @param stage the step that failed, as in dead letters
   * @param reason why, in human-readable form
   */
  record Dead(String stage, String reason) implements Outcome {}
}
