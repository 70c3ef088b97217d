package dev.crawlsieve.lab.corpus;

import java.util.List;
import org.jsoup.nodes.Document;

/** One way in which the same article occurs twice on the web. */
interface Variation {

  /** All of them, in the order in which they take turns. */
  List<Variation> ALL =
      List.of(
          new DatesAndCounters(),
          new AdsAndNavigation(),
          new OtherTemplate(),
          new InsertedParagraph(),
          new ReorderedParagraphs(),
          new Truncated(),
          new Mixed(),
          new ExactCopy());

  /** Its name: lower case, words joined by hyphens. */
  String kind();

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
