package dev.crawlsieve.tool.inspect;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.measure.report.Figures;
import java.util.Optional;

/** The reasons of the rule, as sentences about a page and a kept page. */
public final class ReasonText {

  private ReasonText() {}

  /**
   * A reason in words.
   *
   * @param lost what the page says and the kept one does not
   */
  public static String of(Reason reason, Lost lost) {
    return switch (reason) {
      case SAME_URL -> "both are at one URL";
      case NOTHING_LOST ->
          "the kept page has all its facts, and its text, perhaps cut otherwise into blocks; at most"
              + " a name or a few words are lost";
      case SAME_ADDRESS ->
          "their addresses are of one item: two forms, releases or languages of a page, or one"
              + " canonical link";
      case SAME_NAME ->
          "title and heading are the same, and so are the lines and numbers of the item";
      case SAME_TEXT -> "it is one text, or one list, in two frames";
      case SIMILAR -> "their texts are similar enough";
      case OTHER_NAME ->
          "title and address are others, and many pages of its site have such a text";
      case OTHER_TEXT ->
          "both have no title, and their texts are not similar enough, or have other words in some"
              + " places";
      case UNKNOWN_LOSS -> "it cannot be shown that nothing is lost with it: " + Lost.NOT_ALL;
      case OTHER_PAGE -> "the two are two pages of one list";
      case FACT_LOST ->
          "a line or a number of the item, such as a date or a place, is lost: " + lost(lost);
      case NAME_LOST -> "its title or heading is lost: " + lost(lost);
      case TEXT_LOST -> "too much is lost: " + lost(lost);
      case COMMON_NAME -> "many other texts of the site have this title and heading";
      case TEMPLATE ->
          "many pages of this page's site have the text, so the other site perhaps has no more than"
              + " the template";
      case OTHER_PICTURES -> "each shows a picture, or offers a file, that the other one does not";
    };
  }

  /** What the kept page lacks. */
  public static String lost(Lost lost) {
    String numbers =
        lost.numbers() == 0
            ? ""
            : lost.numbers() == 1
                ? "1 block has other numbers there"
                : lost.numbers() + " blocks have other numbers there";
    if (lost.blocks() == 0) {
      return numbers.isEmpty() ? "no more than a date, a time or a counter" : numbers;
    }
    return "the kept page does not say, word for word, "
        + lost.text()
        + (numbers.isEmpty() ? "" : "; " + numbers);
  }

  /**
   * How near two pages are, and how near they must be.
   *
   * @param distance distance of their SimHashes, in bits
   * @param similarity their similarity; negative if it was not estimated
   * @param name the detector's name
   * @param detector the detector; empty if its thresholds are unknown
   */
  public static String measured(
      int distance, double similarity, String name, Optional<DetectorSettings> detector) {
    String bits = distance + " of 64 bits differ";
    if (Figures.byBitsAlone(similarity, name)) {
      return bits + detector.map(d -> " (" + Threshold.DISTANCE.bound(d) + ")").orElse("");
    }
    return Figures.similarity(similarity)
        + detector
            .map(
                d ->
                    (Threshold.CONFIRMING.isUsed(d) || distance > Nearness.MOST_DISTANCE
                            ? ", " + bits
                            : "")
                        + "; a near copy needs "
                        + Threshold.SIMILARITY.told(d)
                        + (Threshold.CONFIRMING.isUsed(d)
                            ? ", or %s if at most %s bits differ"
                                .formatted(Threshold.CONFIRMING.told(d), Threshold.DISTANCE.told(d))
                            : "")
                        + (distance > Nearness.MOST_DISTANCE
                            ? ", and at most " + Nearness.MOST_DISTANCE + " bits that differ"
                            : ""))
            .orElse("");
  }
}
