package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.name.PageName;

/** What the entries of a table carry in a run, so that few of their leaders' records are read. */
enum EntryPayload {
  /** The summary of the page's name: pages of one short text may be many. */
  NAME(1) {
    @Override
    void copy(LeaderRecord record, long[] to, int at) {
      to[at] = record.nameSummary();
    }

    @Override
    int distance(long first, long second, long[] page) {
      return 0;
    }

    @Override
    boolean toldApart(long first, long second, long[] page) {
      return Identity.toldApart(first, page[0]);
    }
  },

  /** The SimHash, and the summary of the page's name. */
  SIMHASH(2) {
    @Override
    void copy(LeaderRecord record, long[] to, int at) {
      to[at] = record.simhash();
      to[at + 1] = record.nameSummary();
    }

    @Override
    int distance(long first, long second, long[] page) {
      return Long.bitCount(first ^ page[0]);
    }

    @Override
    boolean toldApart(long first, long second, long[] page) {
      return Identity.toldApart(second, page[1]);
    }
  },

  /**
   * Two bits of 16 of the 84 min-hashes, one of the others, and a digest of the page's name; the
   * distance is in how many min-hashes a page differs, or fewer. As in {@link SketchColumn}:
   * unrelated min-hashes are equal in one bit half of the time, and in two bits a quarter.
   */
  SKETCH(2) {
    @Override
    void copy(LeaderRecord record, long[] to, int at) {
      SketchColumn.sample(record, to, at);
      to[at + 1] = SketchColumn.withDigest(to[at + 1], PageName.digest(record.nameSummary()));
    }

    @Override
    int distance(long first, long second, long[] page) {
      return SketchColumn.differing(first, second, page[0], page[1]);
    }

    @Override
    boolean toldApart(long first, long second, long[] page) {
      return Identity.toldApart(
          PageName.ofDigest(SketchColumn.digest(second)),
          PageName.ofDigest(SketchColumn.digest(page[1])));
    }
  };

  private final int words;

  EntryPayload(int words) {
    this.words = words;
  }

  /** That of a table's entries. */
  static EntryPayload of(Table table) {
    return switch (table.payload()) {
      case NONE -> NAME;
      case SIMHASH -> SIMHASH;
      case SKETCH_BITS -> SKETCH;
    };
  }

  /** How many words it has. */
  int words() {
    return words;
  }

  /** Bytes of an entry. */
  int entryBytes() {
    return Long.BYTES * (words + 1);
  }

  /** Copies that of a record. */
  abstract void copy(LeaderRecord record, long[] to, int at);

  /**
   * How far an entry is from a page.
   *
   * @param first the entry's first word, if there is one
   * @param second the entry's second word, if there is one
   * @param page the page's words
   */
  abstract int distance(long first, long second, long[] page);

  /** Whether an entry's name is not a page's, see {@link Identity#toldApart}. */
  abstract boolean toldApart(long first, long second, long[] page);
}
