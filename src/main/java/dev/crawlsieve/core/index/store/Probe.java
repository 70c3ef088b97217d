package dev.crawlsieve.core.index.store;

/** One look into a bucket of the tables in memory: what is asked, and where the answers go. */
final class Probe {

  private final Candidates candidates;
  private final Payloads payloads;
  private final SketchColumn sketches;
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
   * @param first ordinal of the leader with the local number 0
   * @param from least local number of a leader that counts
   */
  Probe(
      Candidates candidates,
      Payloads payloads,
      SketchColumn sketches,
      Question question,
      long first,
      int table,
      long payload,
      int within,
      int from) {
    this.candidates = candidates;
    this.payloads = payloads;
    this.sketches = sketches;
    this.question = question;
    this.first = first;
    this.table = table;
    this.payload = payload;
    this.within = within;
    this.from = from;
  }

  long payload() {
    return payload;
  }

  int within() {
    return within;
  }

  int from() {
    return from;
  }

  /** Compares the whole payload of a leader. */
  void verify(int local) {
    int distance = distance(local);
    if (distance <= within) {
      candidates.add(first + local, distance, table);
    }
  }

  private int distance(int local) {
    if (sketches != null) {
      return sketches.differing(local, question.sketch());
    }
    return payloads == null ? 0 : Long.bitCount(payloads.get(local) ^ payload);
  }
}
