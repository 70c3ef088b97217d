package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.eval.Label;
import org.jsoup.nodes.Document;

/** One way in which the same article occurs twice on the web. */
interface Variation {

  /** Its name: lower case, words joined by hyphens. */
  String kind();

  /** How a judge labels the two pages. */
  default Label label() {
    return Label.DUPLICATE;
  }

  /** Whether the second page is on another host. */
  boolean isCrossHost(Chance chance);

  /**
   * Makes two copies of a page differ; either may be changed.
   *
   * @param first a copy of the page
   * @param second another copy
   * @return whether it succeeded; if not, the copies are unusable
   */
  boolean vary(Document first, Document second, Chance chance, Donors donors);
}
