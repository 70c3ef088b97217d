package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.ScopeKeys;
import dev.crawlsieve.core.sweep.LaneRange;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.TopicSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The log of fingerprints of a generation, as it is now.
 *
 * <p>What the stream would set aside as unreadable is passed over here, too, and counted.
 */
final class FingerprintLog {

  /** Takes the pages of each lane in order. */
  @FunctionalInterface
  interface Pages {
    void page(int lane, LeaderRecord page);
  }

  private final String topic;
  private final TopicSpan span;
  private final ScopeKeys scopes = new ScopeKeys();
  private final List<String> notes = new ArrayList<>();
  private long unreadable;
  private int settings;
  private boolean settingsKnown;

  private FingerprintLog(String topic, TopicSpan span) {
    this.topic = topic;
    this.span = span;
  }

  /**
   * Finds the log.
   *
   * @throws SieveException if there is none, or nothing in it
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
    FingerprintLog log = new FingerprintLog(topic, span);
    for (LaneRange range : log.ranges()) {
      if (range.first() > 0) {
        log.notes.add(
            String.format(
                Locale.ROOT,
                "lane %d begins at offset %,d: earlier records are gone, so decisions start from"
                    + " the first remaining page",
                range.lane(),
                range.first()));
      }
    }
    return log;
  }

  String topic() {
    return topic;
  }

  /** The lanes, each from its first record to its end. */
  List<LaneRange> ranges() {
    List<LaneRange> ranges = new ArrayList<>();
    for (int lane = 0; lane < span.partitions(); lane++) {
      ranges.add(new LaneRange(lane, span.begin(lane), span.end(lane)));
    }
    return ranges;
  }

  /** Whether the front of a lane is gone. */
  boolean cut() {
    return ranges().stream().anyMatch(range -> range.first() > 0);
  }

  /** Records that are no fingerprint of this version. */
  long unreadable() {
    return unreadable;
  }

  /** What there is to know about the log, in sentences. */
  List<String> notes() {
    return notes;
  }

  /**
   * Reads the log.
   *
   * @throws SieveException if fingerprints of two settings stand in it
   */
  void read(Pages pages, Consumer<Progress> progress) {
    span.read(next -> offer(next, pages), progress);
    if (unreadable > 1) {
      notes.add(
          String.format(
              Locale.ROOT, "%,d records in total were skipped like that one", unreadable));
    }
  }

  private void offer(ConsumerRecord<byte[], byte[]> next, Pages pages) {
    try {
      if (next.key() == null) {
        throw new UnreadableFingerprintException("a fingerprint record without a scope in its key");
      }
      FingerprintCodec.ensureReadable(next.value());
    } catch (UnreadableFingerprintException e) {
      if (unreadable++ == 0) {
        notes.add(place(next) + " was skipped: " + e.getMessage());
      }
      return;
    }
    int made = FingerprintCodec.settings(next.value());
    if (settingsKnown && made != settings) {
      throw new SieveException(
          place(next)
              + " was made with different text or shingle settings from those before it. Such"
              + " features cannot be compared, so this log cannot be replayed; --into PREFIX reads"
              + " the pages again");
    }
    settings = made;
    settingsKnown = true;
    pages.page(
        next.partition(), LeaderRecord.of(scopes.of(next.key()), next.offset(), next.value()));
  }

  private String place(ConsumerRecord<byte[], byte[]> next) {
    return "the record at " + topic + "-" + next.partition() + " offset " + next.offset();
  }

  /** Hash of the settings that the fingerprints were made with, once read; 0 if there are none. */
  int settings() {
    return settings;
  }
}
