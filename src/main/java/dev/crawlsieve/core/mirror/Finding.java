package dev.crawlsieve.core.mirror;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Something learned from verdicts that is declared, repeated with more support, or withdrawn. */
public sealed interface Finding permits Mirror, UrlRule {

  /** Names the finding on a compacted topic: the latest under a key holds. */
  String key();

  /** Whether it holds; otherwise it is withdrawn. */
  boolean declared();

  /** Number of pairs of pages that agree. */
  int support();

  /** Share of the pairs that could be compared and agree, in [0, 1]; 0 if none could. */
  double confidence();

  /** The record on the topic. */
  ObjectNode json();

  /** A share to four places. */
  static double share(int part, int whole) {
    return whole == 0 ? 0 : Math.round(1e4 * part / whole) / 1e4;
  }
}
