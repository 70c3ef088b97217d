package dev.crawlsieve.core.mirror;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A fact learned from verdicts that is declared, repeated with more support, or withdrawn. */
public sealed interface Finding permits Mirror, UrlRule {

  /** The finding's key on a compacted topic; the latest record with a key is valid. */
  String key();

  /** Whether it is declared; otherwise it is withdrawn. */
  boolean declared();

  /** Number of pairs of pages that agree. */
  int support();

  /** Share of the comparable pairs that agree, in [0, 1]; 0 if there are none. */
  double confidence();

  /** The record for the topic. */
  ObjectNode json();

  /** A share rounded to four decimal places. */
  static double share(int part, int whole) {
    return whole == 0 ? 0 : Math.round(1e4 * part / whole) / 1e4;
  }
}
