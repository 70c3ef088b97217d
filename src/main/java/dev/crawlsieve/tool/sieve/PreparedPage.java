package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.page.UnjudgedPageException.Trait;

/** A page, and what was made of it without a look at any other. */
record PreparedPage(NumberedPage page, Outcome outcome) {

  /** What was made of it. */
  sealed interface Outcome permits Judged, Unjudged, Dead {}

  /**
   * A page to decide on.
   *
   * @param lane the lane that decides
   * @param scope name of the scope that it is compared in
   * @param fingerprint in its stored form
   * @param features what the page declares for clusters; {@link Features#NONE} where they are off
   */
  record Judged(int lane, byte[] scope, byte[] fingerprint, Features features) implements Outcome {}

  /** A page that is not judged, for want of a trait. */
  record Unjudged(Trait trait) implements Outcome {}

  /**
   * What is no page.
   *
   * @param stage the step that could not go on, as in dead letters
   * @param reason why, for people
   */
  record Dead(String stage, String reason) implements Outcome {}
}
