package dev.crawlsieve.core.config;

import java.util.Map;

/**
 * How a text becomes a set of elements: the choices that the literature debates.
 *
 * @param unit whether a shingle is a run of words or of characters
 * @param width words or characters in a shingle, at least 1
 * @param foldCase whether {@code A} and {@code a} are the same
 * @param keepPunctuation whether punctuation and symbols are tokens; otherwise they separate tokens
 * @param keepStopWords whether the most common function words are tokens
 * @param countReplicas whether the second occurrence of a shingle is a separate element (Broder's
 *     labelled shingling)
 * @param weight how an occurrence counts in the SimHash
 * @param minShingles a text with fewer shingles than this matches only exactly
 */
public record ShingleSettings(
    Unit unit,
    int width,
    boolean foldCase,
    boolean keepPunctuation,
    boolean keepStopWords,
    boolean countReplicas,
    Weight weight,
    int minShingles) {

  /** The unit of which shingles are made. */
  public enum Unit {
    WORDS,
    CHARACTERS
  }

  /** The weight of a shingle in the SimHash. */
  public enum Weight {
    /** Term frequency: each occurrence of a shingle counts. */
    TF,
    /** Every distinct shingle counts once. */
    NONE
  }

  /** Three words, case folded, without punctuation, by term frequency. */
  public static final ShingleSettings DEFAULT =
      new ShingleSettings(Unit.WORDS, 3, true, false, true, false, Weight.TF, 32);

  /**
   * Names and values that represent {@link #DEFAULT} in recorded settings and their hashes. Users
   * cannot change them.
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

  public ShingleSettings {
    if (width < 1) {
      throw new IllegalArgumentException("shingle.width is " + width + ", must be at least 1");
    }
    if (minShingles < 1) {
      throw new IllegalArgumentException(
          "near.min.shingles is " + minShingles + ", must be at least 1");
    }
  }
}
