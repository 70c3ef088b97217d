package dev.crawlsieve.measure.eval.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Dropped pages that were drawn at random, each next to the kept page that it was dropped for, for
 * people to judge.
 *
 * @param kind of the drops, as in verdicts
 * @param seed of the draw
 * @param gone pairs that were drawn but are left out, since one of their pages is gone
 * @param strata that the pairs were drawn from
 * @param pairs in random order
 */
public record DropSample(
    String kind, long seed, long gone, List<Stratum> strata, List<Pair> pairs) {

  public DropSample {
    strata = List.copyOf(strata);
    pairs = List.copyOf(pairs);
  }

  /** All drops of this kind. */
  public long drops() {
    return strata.stream().mapToLong(Stratum::drops).sum();
  }

  /**
   * A group of drops that are drawn with the same chance.
   *
   * @param similarity of its drops, in words
   * @param drops how many there are
   * @param pairs how many of them were drawn
   */
  public record Stratum(String similarity, long drops, int pairs) {

    /** How many drops a pair stands for; 0 if none was drawn. */
    @JsonProperty
    public double weight() {
      return pairs == 0 ? 0 : (double) drops / pairs;
    }
  }

  /**
   * A pair to judge.
   *
   * @param stratum index of its stratum
   * @param evidence the fields of the verdict that say how the two match
   * @param diff the differences of their texts, as far as they are shown
   */
  public record Pair(int stratum, Side kept, Side dropped, List<String> evidence, PairDiff diff) {

    public Pair {
      evidence = List.copyOf(evidence);
    }
  }

  /**
   * One page of a pair.
   *
   * @param url as produced
   * @param label the URL as it stands in a file of labels
   * @param begins how its main text begins
   * @param length of its main text in characters
   */
  public record Side(String url, String label, String title, String begins, int length) {

    /** Whether a browser can follow the URL. */
    boolean isLink() {
      return label.regionMatches(true, 0, "http://", 0, 7)
          || label.regionMatches(true, 0, "https://", 0, 8);
    }
  }
}
