package dev.crawlsieve.core.corpus;

import dev.crawlsieve.core.eval.Label;
import org.jsoup.nodes.Document;

/** One way in which the web has the same article twice. */
interface Variation {

  /** Its name: lower case, words joined by hyphens. */
  String kind();

  /** What a judge says of the two pages. */
  default Label label() {
    return Label.DUPLICATE;
  }

  /** Whether the second page stands on another host. */
  boolean isCrossHost(Chance chance);

  /**
   * Makes two copies of a page differ; either may be changed.
   *
   * @param first a copy of the page
   * @param second another copy
   * @return whether it could; if not, the copies are of no use
   */
  boolean vary(Document first, Document second, Chance chance, Donors donors);
}
