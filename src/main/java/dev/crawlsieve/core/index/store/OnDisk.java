package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.TableLayout;

/**
 * What the tables on disk say of a page: the candidates of some first tables, and how many entries
 * these have.
 */
final class OnDisk {

  private final Question question;
  private final long from;
  private final int[] entries; // by table
  private final Candidates same = new Candidates();
  private final Candidates near = new Candidates();
  private long[] mayHold; // null before filters were asked
  private int asked;
  private long version;

  /**
   * Nothing is known yet.
   *
   * @param layout the tables that may be asked
   * @param from leaders below this ordinal are passed over
   */
  OnDisk(LeaderRecord page, TableLayout layout, long from) {
    int tables = layout.tables().size();
    this.question = new Question(page, layout.detector());
    this.from = from;
    entries = new int[tables];
  }

  Question question() {
    return question;
  }

  /** Leaders below this ordinal were passed over. */
  long from() {
    return from;
  }

  /** Tables below this one have been asked. */
  int asked() {
    return asked;
  }

  /** Whether the filters over the page's keys were asked. */
  boolean knowsFilters() {
    return mayHold != null;
  }

  /** What those said, see {@link BaseTables#mayHold}. */
  void setMayHold(long[] said) {
    mayHold = said;
  }

  /** What they said of a table. */
  long mayHold(int t) {
    return mayHold[t];
  }

  /** Where the candidates of a table belong. */
  Candidates candidates(int t) {
    return t == 0 ? same : near;
  }

  /** The next table was asked, and has so many entries. */
  void add(int count) {
    entries[asked++] = count;
  }

  /** How many entries of a table that was asked count. */
  int entries(int t) {
    return entries[t];
  }

  /** Whether a leader of the page's content and scope is known. */
  boolean hasCopy(LeaderRecord page) {
    for (int i = 0; i < same.size(); i++) {
      LeaderRecord leader = question.record(same.ordinal(i));
      if (leader != null && leader.sameScope(page) && leader.sameContent(page)) {
        return true;
      }
    }
    return false;
  }

  /** Which tables on disk were asked: those before or after a change have another version. */
  long version() {
    return version;
  }

  void setVersion(long version) {
    this.version = version;
  }

  /** Heap bytes, about. */
  long bytes() {
    return question.knownBytes() + (long) Long.BYTES * (same.size() + near.size());
  }
}
