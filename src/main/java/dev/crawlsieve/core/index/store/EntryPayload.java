package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Table;

/** What the entries of a table carry in a run, so that few of their leaders' records are read. */
enum EntryPayload {
  /** Nothing: the key alone tells candidates apart. */
  NONE(0) {
    @Override
    void copy(LeaderRecord record, long[] to, int at) {
      // there is nothing
    }

    @Override
    int distance(long first, long second, long[] page) {
      return 0;
    }
  },

  /** The SimHash. */
  SIMHASH(1) {
    @Override
    void copy(LeaderRecord record, long[] to, int at) {
      to[at] = record.simhash();
    }

    @Override
    int distance(long first, long second, long[] page) {
      return Long.bitCount(first ^ page[0]);
    }
  },

  /**
   * Two bits of 44 of the 84 min-hashes, and one of the others; the distance is in how many a page
   * differs, or fewer. As in {@link SketchColumn}: unrelated min-hashes are equal in one bit half
   * of the time, and in two bits a quarter.
   */
  SKETCH(2) {
    @Override
    void copy(LeaderRecord record, long[] to, int at) {
      SketchColumn.sample(record, to, at);
    }

    @Override
    int distance(long first, long second, long[] page) {
      return SketchColumn.differing(first, second, page[0], page[1]);
    }
  };

  private final int words;

  EntryPayload(int words) {
    this.words = words;
  }

  /** That of a table's entries. */
  static EntryPayload of(Table table) {
    return switch (table.payload()) {
      case NONE -> NONE;
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
}
