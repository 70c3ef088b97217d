package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * A lookup and its progress in the tables on disk: the candidates from the tables read so far, and
 * the number of entries in each of their buckets.
 */
final class BegunLookup {

  private final SoughtPage sought;
  private final long from;
  private final int[] entries; // by table
  private final Candidates same = new Candidates();
  private final Candidates near = new Candidates();
  private long @Nullable [] mayHold; // null before the filters were queried
  private int asked; // number of tables read
  private long version;

  /**
   * A lookup that has not begun.
   *
   * @param from leaders below this ordinal are skipped
   */
  BegunLookup(ComparedPage page, TableLayout layout, long from) {
    int tables = layout.tables().size();
    this.sought = new SoughtPage(page, layout.detector());
    this.from = from;
    entries = new int[tables];
  }

  SoughtPage sought() {
    return sought;
  }

  /** Leaders below this ordinal are skipped. */
  long from() {
    return from;
  }

  /** Tables below this number have been read. */
  int asked() {
    return asked;
  }

  /** Sets the answers of the filters, see {@link BaseTables#mayHold}. */
  void setMayHold(long[] said) {
    mayHold = said;
  }

  /** The answers of the filters; null before {@link #setMayHold}. */
  long @Nullable [] mayHold() {
    return mayHold;
  }

  /**
   * The list for a table's candidates: the content table has its own, all other tables share one.
   */
  Candidates candidates(int t) {
    return t == 0 ? same : near;
  }

  /** Notes that the next table was read and how many live entries its bucket has. */
  void add(int count) {
    entries[asked++] = count;
  }

  /** The number of live entries in a table's bucket; 0 if it was not read. */
  int entries(int t) {
    return entries[t];
  }

  /** Whether a leader of the same content and scope was found whose record is known. */
  boolean hasCopy(ComparedPage page) {
    for (int i = 0; i < same.size(); i++) {
      ComparedPage leader = sought.record(same.ordinal(i));
      if (leader != null && leader.sameScope(page) && leader.sameContent(page)) {
        return true;
      }
    }
    return false;
  }

  /** The version of the tables on disk that were read; it changes with them. */
  long version() {
    return version;
  }

  void setVersion(long version) {
    this.version = version;
  }

  /** Estimated heap bytes. */
  long bytes() {
    return sought.knownBytes() + (long) Long.BYTES * (same.size() + near.size());
  }
}
