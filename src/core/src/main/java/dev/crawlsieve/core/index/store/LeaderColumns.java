package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Feature;
import dev.crawlsieve.core.index.TableLayout;
import dev.crawlsieve.core.name.NameSummary;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The payloads of the leaders of a delta, by local number: a column for each feature. */
final class LeaderColumns {

  // Measured at one to ten million leaders, by `bench index`.
  private static final int SKETCH_BYTES = 26;
  private static final int SIMHASH_BYTES = 8;
  private static final int NAME_BYTES = 16;

  private final @Nullable LongPages simhashes; // null if no table carries them
  private final @Nullable SketchColumn sketches; // null if there is no band table
  private final @Nullable LongPages names; // null if the detector does not compare names
  private final @Nullable LongPages rests; // likewise
  private final List<LongPages> all;

  /**
   * Empty columns.
   *
   * @param pageShift binary logarithm of the longs in a page of a column
   */
  LeaderColumns(TableLayout layout, int pageShift) {
    simhashes = carries(layout, Feature.SIMHASH) ? new LongPages(pageShift, 1) : null;
    sketches = carries(layout, Feature.SKETCH_BITS) ? new SketchColumn(pageShift) : null;
    names = comparesNames(layout) ? new LongPages(pageShift, 1) : null;
    rests = comparesNames(layout) ? new LongPages(pageShift, 1) : null;
    all =
        Stream.of(simhashes, sketches == null ? null : sketches.longs(), names, rests)
            .filter(Objects::nonNull)
            .toList();
  }

  /** Whether entries hold tags of names, by which most candidates are ruled out. */
  static boolean comparesNames(TableLayout layout) {
    return layout.detector().comparesNames();
  }

  private static boolean carries(TableLayout layout, Feature feature) {
    return layout.tables().stream().anyMatch(table -> table.payload() == feature);
  }

  /** Approximate bytes per leader in the columns for a layout. */
  static int bytesPerLeader(TableLayout layout) {
    return (carries(layout, Feature.SKETCH_BITS) ? SKETCH_BYTES : 0)
        + (comparesNames(layout) ? NAME_BYTES : 0)
        + (carries(layout, Feature.SIMHASH) ? SIMHASH_BYTES : 0);
  }

  /** Payloads whose entries hold tags of names. */
  private record Tagged(Buckets.Payloads payloads, LongPages names) implements Buckets.Payloads {

    @Override
    public long get(int local) {
      return payloads.get(local);
    }

    @Override
    public int folded(int local) {
      return NameSummary.tag(names.get(local));
    }
  }

  /** The payloads of a table that carries a feature. */
  Buckets.@Nullable Payloads payloads(Feature feature) {
    return switch (feature) {
      case REST -> names == null || rests == null ? null : new Tagged(rests, names);
      case SIMHASH -> simhashes;
      case SKETCH_BITS ->
          names == null || sketches == null ? sketches : new Tagged(sketches, names);
    };
  }

  /** The column of sketches; null if there is no band table. */
  @Nullable SketchColumn sketches() {
    return sketches;
  }

  /** The column of summaries of names; null if names are not compared. */
  @Nullable LongPages names() {
    return names;
  }

  void set(int local, ComparedPage leader) {
    for (LongPages column : all) {
      column.ensure(local + 1);
    }
    if (simhashes != null) {
      simhashes.set(local, leader.simhash());
    }
    if (sketches != null) {
      sketches.set(local, leader);
    }
    if (names != null && rests != null) {
      names.set(local, leader.nameSummary());
      rests.set(local, Feature.REST.of(leader));
    }
  }

  /**
   * Writes the payloads that the leaders' entries will have in a run; at least one table must have
   * this payload.
   *
   * @param count number of leaders
   * @param to receives {@link EntryPayload#WORDS} longs per leader
   */
  void payloads(EntryPayload payload, int count, long[] to) {
    for (int local = 0; local < count; local++) {
      int at = EntryPayload.WORDS * local;
      switch (payload) {
        case REST -> {
          to[at] = rests == null ? 0 : rests.get(local);
          to[at + 1] = name(local);
        }
        case SIMHASH -> {
          to[at] = Objects.requireNonNull(simhashes).get(local);
          to[at + 1] = name(local);
        }
        case SKETCH -> {
          Objects.requireNonNull(sketches).sample(local, to, at);
          to[at + 1] = SketchColumn.withDigest(to[at + 1], NameSummary.digest(name(local)));
        }
      }
    }
  }

  /** The summary of a leader's name; 0 if names are not compared. */
  private long name(int local) {
    return names == null ? 0 : names.get(local);
  }

  /**
   * Passes the SimHashes of some leaders to a consumer; at least one table must carry SimHashes.
   */
  void simHashes(int from, int to, LongConsumer taker) {
    LongPages column = Objects.requireNonNull(simhashes);
    for (int local = from; local < to; local++) {
      taker.accept(column.get(local));
    }
  }

  void write(ChunkOutput out, int leaders, DeltaTables.Pieces pieces) throws IOException {
    for (LongPages column : all) {
      column.write(out, leaders, pieces);
    }
  }

  void read(ChunkInput in, int leaders) throws IOException {
    for (LongPages column : all) {
      column.read(in, leaders);
    }
  }

  /** Heap bytes. */
  long bytes() {
    long bytes = 0;
    for (LongPages column : all) {
      bytes += column.bytes();
    }
    return bytes;
  }

  /** Heap bytes of one more page of each column. */
  long pageBytes() {
    long bytes = 0;
    for (LongPages column : all) {
      bytes += column.pageBytes();
    }
    return bytes;
  }
}
