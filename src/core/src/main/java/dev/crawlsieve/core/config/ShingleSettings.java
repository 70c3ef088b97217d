package dev.crawlsieve.core.config;

import java.util.Map;

/** How a text becomes a set of shingles: runs of words, case folded, without punctuation. */
public final class ShingleSettings {

  /** Words in a shingle. */
  public static final int WIDTH = 3;

  /** A text with fewer shingles than this matches only exactly. */
  public static final int LEAST = 32;

  /**
   * Names and values that represent this in recorded settings and their hashes. Users cannot change
   * them.
   */
  public static final Map<String, String> RECORDED =
      Map.of(
          "shingle.unit", "words",
          "shingle.width", "3",
          "shingle.case", "fold",
          "shingle.punctuation", "drop",
          "shingle.stop.words", "keep",
          "shingle.replicas", "ignore",
          "shingle.weight", "tf",
          "near.min.shingles", "32");

  private ShingleSettings() {}
}
