package dev.crawlsieve.lab.peers;

import java.util.List;

/** A library, or this one, at the common task: which earlier texts is each text a near-copy of? */
interface Peer {

  /** Its name and what of it is used. */
  String name();

  /** Makes what is there before the first text, for example an empty index; not timed. */
  default void open() {}

  /** Lets go what {@link #open} made. */
  default void clear() {}

  /**
   * Looks at all texts.
   *
   * @param texts tokens joined by blanks, in the order of the crawl
   */
  Answer find(List<String> texts);

  /** The pairs that it takes for near-copies, kept or not; not timed. */
  default Pairs pairs(List<String> texts, Answer answer) {
    return answer.pairs();
  }

  /**
   * What a peer says.
   *
   * @param pairs the pairs it found, or null if it says only one original for each page
   * @param kept whether each text is kept: it matches no earlier kept one
   */
  record Answer(Pairs pairs, boolean[] kept) {

    /** The answer of a peer that finds pairs: each text is dropped for an earlier kept one. */
    static Answer of(Pairs pairs, int texts) {
      boolean[] kept = new boolean[texts];
      for (int later = 0; later < texts; later++) {
        kept[later] = true;
        for (int earlier : pairs.earlier(later)) {
          kept[later] &= !kept[earlier];
        }
      }
      return new Answer(pairs, kept);
    }
  }
}
