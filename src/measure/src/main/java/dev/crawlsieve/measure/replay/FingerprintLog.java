package dev.crawlsieve.measure.replay;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.measure.sweep.LanePage;
import dev.crawlsieve.measure.sweep.LaneRange;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.topology.OverrideHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of fingerprints of a generation, as it is when it is opened.
 *
 * <p>Records that the stream would set aside as unreadable are skipped and counted.
 */
public final class FingerprintLog {

  /** Receives records in their stored form. */
  @FunctionalInterface
  interface Records {
    void record(
        int lane, long offset, byte[] scope, byte[] fingerprint, byte @Nullable [] override);
  }

  private final String name;
  private final List<LaneRange> ranges;
  private final BiConsumer<Records, Consumer<Progress>> reader;
  private final ScopeKeys scopes = new ScopeKeys();
  private final List<String> notes = new ArrayList<>();
  private long unreadable;
  private boolean read; // to its end, which adds the notes
  private int settings;
  private boolean settingsKnown;

  /**
   * @param name the topic or file, for messages
   * @param ranges the lanes, each from its first record to its end
   * @param reader reads all records, each lane in order
   */
  FingerprintLog(
      String name, List<LaneRange> ranges, BiConsumer<Records, Consumer<Progress>> reader) {
    this.name = name;
    this.ranges = List.copyOf(ranges);
    this.reader = reader;
    for (LaneRange range : this.ranges) {
      if (range.first() > 0) {
        notes.add(
            String.format(
                Locale.ROOT,
                "lane %d begins at offset %,d: earlier records are gone, so decisions start from"
                    + " the first remaining page",
                range.lane(),
                range.first()));
      }
    }
  }

  /**
   * Opens the log of a generation.
   *
   * @throws SieveException if there is no log, or it is empty
   */
  static FingerprintLog of(SieveConfig config) {
    String topic = config.topics().fingerprints();
    TopicSpan span = TopicSpan.of(config, topic);
    if (span.partitions() == 0) {
      throw new SieveException(
          "there is no log to replay: topic '"
              + topic
              + "' does not exist at "
              + config.bootstrapServers());
    }
    if (span.records() == 0) {
      throw new SieveException("the log '" + topic + "' is empty: no page has been fingerprinted");
    }
    List<LaneRange> ranges = new ArrayList<>();
    for (int lane = 0; lane < span.partitions(); lane++) {
      ranges.add(new LaneRange(lane, span.begin(lane), span.end(lane)));
    }
    return new FingerprintLog(
        topic,
        ranges,
        (each, progress) ->
            span.read(
                next ->
                    each.record(
                        next.partition(),
                        next.offset(),
                        next.key(),
                        next.value(),
                        OverrideHeader.stored(next.headers())),
                progress));
  }

  String name() {
    return name;
  }

  /** The lanes, each from its first record to its end. */
  List<LaneRange> ranges() {
    return ranges;
  }

  /** Whether the beginning of a lane has been removed. */
  boolean cut() {
    return ranges.stream().anyMatch(range -> range.first() > 0);
  }

  /** Number of records that are not fingerprints of this version. */
  long unreadable() {
    return unreadable;
  }

  /** Remarks about the log, in sentences. */
  List<String> notes() {
    return notes;
  }

  /**
   * Reads the log. Another thread reads ahead of the caller. May be called again.
   *
   * @param pages receives the pages of each lane in order, several at a time, and among them the
   *     requests to forget some ({@link Forgetting})
   * @param stops stops reading at any point
   * @throws SieveException if the log contains fingerprints that were made with different settings
   */
  void read(Consumer<List<LanePage>> pages, Stoppable stops, Consumer<Progress> progress) {
    unreadable = 0;
    try (ReadAhead<LanePage> ahead =
        new ReadAhead<>(
            each ->
                reader.accept(
                    (lane, offset, scope, made, override) ->
                        offer(lane, offset, scope, made, override, each),
                    progress))) {
      for (var some = ahead.next(); some != null && !stops.asked(); some = ahead.next()) {
        pages.accept(some);
      }
    }
    if (unreadable > 1 && !read) {
      notes.add(
          String.format(
              Locale.ROOT, "%,d records in total were skipped like that one", unreadable));
    }
    read = true;
  }

  private void offer(
      int lane,
      long offset,
      byte[] scope,
      byte[] fingerprint,
      byte @Nullable [] stored,
      Consumer<LanePage> pages) {
    if (Forgetting.read(fingerprint).isPresent()) {
      pages.accept(new LanePage(lane, ComparedPage.of(ScopeKey.NONE, offset, fingerprint)));
      return;
    }
    OverrideRule override;
    try {
      if (scope == null) {
        throw new UnreadableFingerprintException("a fingerprint record without a scope in its key");
      }
      FingerprintCodec.ensureReadable(fingerprint);
      override = OverrideHeader.read(stored);
    } catch (UnreadableFingerprintException e) {
      if (unreadable++ == 0 && !read) {
        notes.add(place(lane, offset) + " was skipped: " + e.getMessage());
      }
      return;
    }
    int made = FingerprintCodec.settings(fingerprint);
    if (settingsKnown && made != settings) {
      throw new SieveException(
          place(lane, offset)
              + " was made with different text or shingle settings from those before it. Such"
              + " features cannot be compared, so this log cannot be replayed; --into PREFIX reads"
              + " the pages again");
    }
    settings = made;
    settingsKnown = true;
    ComparedPage page = ComparedPage.of(scopes.of(scope), offset, fingerprint);
    pages.accept(new LanePage(lane, page.overriddenBy(override)));
  }

  private String place(int lane, long offset) {
    return "the record at " + name + "-" + lane + " offset " + offset;
  }
}
