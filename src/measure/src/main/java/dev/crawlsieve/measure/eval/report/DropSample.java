package dev.crawlsieve.measure.eval.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A random sample of dropped pages for people to judge, each with the kept page for which it was
 * dropped.
 *
 * @param kind kind of the drops, as in verdicts
 * @param seed seed of the draw
 * @param gone number of pairs that were drawn but left out, because one of their pages is gone
 * @param strata the strata from which the pairs were drawn
 * @param pairs the pairs, in random order
 */
public record DropSample(
    String kind, long seed, long gone, List<Stratum> strata, List<Pair> pairs) {

  public DropSample {
    strata = List.copyOf(strata);
    pairs = List.copyOf(pairs);
  }

  /** Number of all drops of this kind. */
  public long drops() {
    return strata.stream().mapToLong(Stratum::drops).sum();
  }

  /**
   * A group of drops that have the same chance to be drawn.
   *
   * @param similarity similarity of these drops, in words
   * @param drops number of drops in the group
   * @param pairs number of drops that were drawn
   */
  public record Stratum(String similarity, long drops, int pairs) {

    /** Number of drops for which a pair stands; 0 if none was drawn. */
    @JsonProperty
    public double weight() {
      return pairs == 0 ? 0 : (double) drops / pairs;
    }
  }

  /**
   * A pair to judge.
   *
   * @param stratum index of the pair's stratum
   * @param evidence the fields of the verdict that say how the two pages match
   * @param diff the differences between their texts, as far as they are shown
   */
  public record Pair(int stratum, Side kept, Side dropped, List<String> evidence, PairDiff diff) {

    public Pair {
      evidence = List.copyOf(evidence);
    }
  }

  /**
   * One page of a pair.
   *
   * @param url the page's URL as produced
   * @param label the URL in the form for a file of labels
   * @param begins the beginning of the main text
   * @param length length of the main text, in characters
   */
  public record Side(String url, String label, String title, String begins, int length) {

    List<String> lines() {
      return begins.lines().toList();
    }

    /** Whether a browser can follow the URL. */
    boolean isLink() {
      return label.regionMatches(true, 0, "http://", 0, 7)
          || label.regionMatches(true, 0, "https://", 0, 8);
    }
  }
}
