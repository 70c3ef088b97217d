package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * A page that is looked up: what of its sketch is compared in every band is found once, and leaders
 * that were found in one table need not be read from another one.
 */
final class Question {

  /** Most pages match one leader; each costs a read of its record. */
  private static final int MOST_KNOWN = 4;

  private final LeaderRecord page;
  private final List<Leader> known = new ArrayList<>(MOST_KNOWN);
  private long sketchBits;
  private boolean knowsBits; // those above
  private long[] sketch;
  private int reads;
  private long readBytes;

  Question(LeaderRecord page) {
    this.page = page;
  }

  /** What an entry of the page would carry. */
  long payload(Feature feature) {
    if (feature != Feature.SKETCH_BITS) {
      return feature.of(page); // is read in place
    }
    if (!knowsBits) {
      knowsBits = true;
      sketchBits = feature.of(page);
    }
    return sketchBits;
  }

  /** The page's bits as in a {@link SketchColumn}; it must have a sketch. */
  long[] sketch() {
    if (sketch == null) {
      sketch = SketchColumn.bits(page);
    }
    return sketch;
  }

  /** Whether another leader that was found is worth its record. */
  boolean wantsKnown(long ordinal) {
    return known.size() < MOST_KNOWN && record(ordinal) == null;
  }

  /** Tells of a leader that was found and has not expired. */
  void know(long ordinal, LeaderRecord leader) {
    known.add(new Leader(ordinal, leader));
  }

  /** The record of a leader that is known, or null. */
  LeaderRecord record(long ordinal) {
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).ordinal() == ordinal) {
        return known.get(i).record();
      }
    }
    return null;
  }

  /**
   * A known leader, of those from one ordinal to another, that has this key in a table; or null.
   */
  Leader known(Table table, int key, long first, long next) {
    for (int i = 0; i < known.size(); i++) {
      Leader leader = known.get(i);
      LeaderRecord record = leader.record();
      if (leader.ordinal() >= first
          && leader.ordinal() < next
          && table.holds(record)
          && Keys.high(table.key(record)) == key) {
        return leader;
      }
    }
    return null;
  }

  /** Counts a read of a table on disk. */
  void countRead(int bytes) {
    reads++;
    readBytes += bytes;
  }

  /** Bytes of those reads. */
  long readBytes() {
    return readBytes;
  }

  /** How many reads of tables on disk it took so far. */
  int reads() {
    return reads;
  }
}
