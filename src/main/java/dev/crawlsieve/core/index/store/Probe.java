package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.PageName;

/** One look into a bucket of the tables in memory: what is asked, and where the answers go. */
final class Probe {

  private final Candidates candidates;
  private final Payloads payloads;
  private final SketchColumn sketches;
  private final LongPages names;
  private final Question question;
  private final long first;
  private final int table;
  private final long payload;
  private final int within;
  private final int from;

  /**
   * A look into a bucket.
   *
   * @param payloads payload of each leader in memory, by local number; null if the table has none
   * @param sketches more of each leader's sketch; null if the table is not one of bands
   * @param names summary of each leader's name; null if names are not compared
   * @param first ordinal of the leader with the local number 0
   * @param from least local number of a leader that counts
   */
  Probe(
      Candidates candidates,
      Payloads payloads,
      SketchColumn sketches,
      LongPages names,
      Question question,
      long first,
      int table,
      long payload,
      int within,
      int from) {
    this.candidates = candidates;
    this.payloads = payloads;
    this.sketches = sketches;
    this.names = names;
    this.question = question;
    this.first = first;
    this.table = table;
    this.payload = payload;
    this.within = within;
    this.from = from;
  }

  /** Whether the entries of a bucket have tags of names beside them, not folded payloads. */
  boolean byName() {
    return names != null && sketches != null;
  }

  /** What the page would have beside an entry. */
  int folded() {
    return byName() ? PageName.tag(question.name()) : BucketPool.fold(payload);
  }

  int within() {
    return within;
  }

  int from() {
    return from;
  }

  /** Compares the whole payload of a leader. */
  void verify(int local) {
    int allowed = allowed(local);
    int distance = allowed < 0 ? 0 : distance(local);
    if (distance <= allowed) {
      candidates.add(first + local, distance, table);
    }
  }

  /**
   * How far a leader may be; its name tells first, since most pages of one template differ in it.
   */
  private int allowed(int local) {
    if (names == null || payloads == null) {
      return within;
    }
    Feature feature = sketches == null ? Feature.SIMHASH : Feature.SKETCH_BITS;
    return question.within(feature, within, Identity.atMost(names.get(local), question.name()));
  }

  private int distance(int local) {
    if (sketches != null) {
      return sketches.differing(local, question.sketch());
    }
    return payloads == null ? 0 : Long.bitCount(payloads.get(local) ^ payload);
  }
}
