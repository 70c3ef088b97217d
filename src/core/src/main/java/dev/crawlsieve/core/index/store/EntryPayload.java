package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.name.NameSummary;

/** The payloads of a table's entries in a run. They spare most reads of leaders' records. */
enum EntryPayload {
  /**
   * The {@link Feature#REST}, and the summary of the page's name: many pages may have the same main
   * text.
   */
  REST(Feature.REST),

  /** The SimHash, and the summary of the page's name. */
  SIMHASH(Feature.SIMHASH) {
    @Override
    int distance(long first, long second, long[] page) {
      return Long.bitCount(first ^ page[0]);
    }
  },

  /**
   * A sample of the sketch, see {@link SketchColumn}, and a digest of the page's name. The sample
   * has two bits of 16 of the 84 min-hashes and one bit of each of the others. The distance is a
   * lower bound of the number of min-hashes that differ: of unrelated min-hashes, one bit is equal
   * half of the time, and two bits a quarter of the time.
   */
  SKETCH(Feature.SKETCH_BITS) {
    @Override
    void copy(ComparedPage record, long[] to, int at) {
      SketchColumn.sample(record, to, at);
      to[at + 1] = SketchColumn.withDigest(to[at + 1], NameSummary.digest(record.nameSummary()));
    }

    @Override
    int distance(long first, long second, long[] page) {
      return SketchColumn.differing(first, second, page[0], page[1]);
    }

    @Override
    boolean toldApart(long first, long second, long[] page) {
      return NameSummary.toldApart(
          NameSummary.ofDigest(SketchColumn.digest(second)),
          NameSummary.ofDigest(SketchColumn.digest(page[1])));
    }
  };

  /** The number of longs in a payload. */
  static final int WORDS = 2;

  /** Bytes of an entry. */
  static final int ENTRY_BYTES = Long.BYTES * (WORDS + 1);

  private final Feature feature;

  EntryPayload(Feature feature) {
    this.feature = feature;
  }

  /** The payload of a table's entries. */
  static EntryPayload of(Table table) {
    return switch (table.payload()) {
      case REST -> REST;
      case SIMHASH -> SIMHASH;
      case SKETCH_BITS -> SKETCH;
    };
  }

  /** Copies a record's payload into an array, starting at an index. */
  void copy(ComparedPage record, long[] to, int at) {
    to[at] = feature.of(record);
    to[at + 1] = record.nameSummary();
  }

  /**
   * The distance of an entry from a page.
   *
   * @param first the entry's first word
   * @param second the entry's second word
   * @param page the page's words
   */
  int distance(long first, long second, long[] page) {
    return 0;
  }

  /**
   * Whether an entry certainly names another item than a page, see {@link NameSummary#toldApart}.
   */
  boolean toldApart(long first, long second, long[] page) {
    return NameSummary.toldApart(second, page[1]);
  }
}
