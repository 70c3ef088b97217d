package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.Keys;
import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of one lookup, with what is computed once for all tables and runs: its payload of each
 * kind, and the leaders whose records were already read.
 */
final class SoughtPage {

  /** The most records to read early: most pages match one leader at most, and each costs a read. */
  private static final int MOST_KNOWN = 4;

  private final ComparedPage page;
  private final Detector detector;
  private final long name; // the page's
  private final List<Leader> known = new ArrayList<>(0);
  private long @Nullable [] sketch;
  private @Nullable Map<EntryPayload, long[]> payloads; // null until first needed
  private int compared;
  private int reads;
  private long readBytes;

  /**
   * @param detector the detector of the tables' layout
   */
  SoughtPage(ComparedPage page, Detector detector) {
    this.page = page;
    this.detector = detector;
    this.name = page.nameSummary();
  }

  long simHash() {
    return page.simhash();
  }

  /** The summary of the page's name. */
  long name() {
    return name;
  }

  /**
   * Whether the page may match an entry that names another item.
   *
   * @param payload the entry's payload, of this kind
   */
  boolean mayMatchOther(Feature feature, long payload) {
    return mayMatchOthers(feature)
        && (feature != Feature.REST || detector.mayCopyOther(page, payload));
  }

  /** Whether the page may match any entry of this kind that names another item. */
  boolean mayMatchOthers(Feature feature) {
    return !detector.comparesNames()
        || switch (feature) {
          case REST -> page.isKnownByText();
          case SIMHASH -> page.fewShareText();
          case SKETCH_BITS -> page.fewShareSimilarText(); // or it may share keys with many
        };
  }

  /** Whether entries are ruled out as for the page with what is known of its site by now. */
  boolean holdsFor(ComparedPage informed) {
    return !detector.comparesNames()
        || (informed.fewShareText() == page.fewShareText()
            && informed.fewShareSimilarText() == page.fewShareSimilarText());
  }

  /** The payload that an entry of the page would have in memory. */
  long payload(Feature feature) {
    return feature.of(page);
  }

  /** The payload that an entry of the page would have in a run. */
  long[] payload(EntryPayload payload) {
    if (payloads == null) {
      payloads = new EnumMap<>(EntryPayload.class);
    }
    long[] words = payloads.get(payload);
    if (words == null) {
      words = new long[EntryPayload.WORDS];
      payload.copy(page, words, 0);
      payloads.put(payload, words);
    }
    return words;
  }

  /** The page's bits for {@link SketchColumn#differing}; it must have a sketch. */
  long[] sketch() {
    if (sketch == null) {
      sketch = SketchColumn.bits(page);
    }
    return sketch;
  }

  /** Whether the record of a candidate should be read and passed to {@link #know}. */
  boolean wantsKnown(long ordinal) {
    return known.size() < MOST_KNOWN && record(ordinal) == null;
  }

  /** Adds a candidate that has not expired to the known leaders. */
  void know(long ordinal, ComparedPage leader) {
    known.add(new Leader(ordinal, leader));
  }

  /** The record of a leader, or null if it is not known. */
  @Nullable ComparedPage record(long ordinal) {
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).ordinal() == ordinal) {
        return known.get(i).record();
      }
    }
    return null;
  }

  /** A known leader in a range of ordinals that has this key in a table. */
  @Nullable Leader known(Table table, int key, long first, long next) {
    for (int i = 0; i < known.size(); i++) {
      Leader leader = known.get(i);
      ComparedPage record = leader.record();
      if (leader.ordinal() >= first
          && leader.ordinal() < next
          && table.holds(record)
          && Keys.high(table.key(record)) == key) {
        return leader;
      }
    }
    return null;
  }

  /** Estimated heap bytes of the known leaders. */
  long knownBytes() {
    long bytes = 0;
    for (int i = 0; i < known.size(); i++) {
      bytes += known.get(i).record().stored().length;
    }
    return bytes;
  }

  /** Counts a leader whose record is compared with the page. */
  void countCompared() {
    compared++;
  }

  /** The number of records that were compared with the page so far. */
  int compared() {
    return compared;
  }

  /** Counts a read of a table on disk. */
  void countRead(int bytes) {
    reads++;
    readBytes += bytes;
  }

  /** Bytes of the reads so far. */
  long readBytes() {
    return readBytes;
  }

  /** The number of reads of tables on disk so far. */
  int reads() {
    return reads;
  }
}
