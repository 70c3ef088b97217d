package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Table;
import dev.crawlsieve.core.name.Identity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A page that is looked up: what of its sketch is compared in every band is found once, and leaders
 * that were found in one table need not be read from another one.
 */
final class Question {

  /** Most pages match one leader; each costs a read of its record. */
  private static final int MOST_KNOWN = 4;

  /** Runs whose filters are remembered to have been asked: seldom are there more. */
  private static final int MOST_RUNS = 8;

  private final LeaderRecord page;
  private final Detector detector;
  private final long name; // the page's
  private final List<Leader> known = new ArrayList<>(0);
  private long sketchBits;
  private boolean knowsBits; // those above
  private long[] sketch;
  private Map<EntryPayload, long[]> payloads; // null before one was asked for
  private List<SimHashFilter> asked = List.of();
  private long[] toRead; // what those said
  private int reads;
  private long readBytes;

  /**
   * @param detector the one that the tables are laid out for
   */
  Question(LeaderRecord page, Detector detector) {
    this.page = page;
    this.detector = detector;
    this.name = page.nameSummary();
  }

  /** The summary of the page's name. */
  long name() {
    return name;
  }

  /** Whether an entry with this feature that names another item than the page may match it. */
  boolean mayMatchOthers(Feature feature) {
    return feature == Feature.NONE
        ? detector.copies(page.nearEligible(), Identity.OTHER)
        : detector.matchesOthers();
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

  /** What entries of the page in runs would carry. */
  long[] payload(EntryPayload payload) {
    if (payloads == null) {
      payloads = new EnumMap<>(EntryPayload.class);
    }
    long[] words = payloads.get(payload);
    if (words == null) {
      words = new long[payload.words()];
      payload.copy(page, words, 0);
      payloads.put(payload, words);
    }
    return words;
  }

  /** The page's bits as in a {@link SketchColumn}; it must have a sketch. */
  long[] sketch() {
    if (sketch == null) {
      sketch = SketchColumn.bits(page);
    }
    return sketch;
  }

  /** What a filter says of the page's SimHash, see {@link SimHashFilter#toRead}. */
  long toRead(SimHashFilter filter) {
    int i = asked.indexOf(filter);
    if (i >= 0) {
      return toRead[i];
    }
    if (asked.isEmpty()) { // most pages in memory ask none
      asked = new ArrayList<>(MOST_RUNS);
      toRead = new long[MOST_RUNS];
    }
    long tables = filter.toRead(page.simhash());
    if (asked.size() < toRead.length) {
      toRead[asked.size()] = tables;
      asked.add(filter);
    }
    return tables;
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

  /** Heap bytes of the leaders that are known, about. */
  long knownBytes() {
    long bytes = 0;
    for (int i = 0; i < known.size(); i++) {
      bytes += known.get(i).record().stored().length;
    }
    return bytes;
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
