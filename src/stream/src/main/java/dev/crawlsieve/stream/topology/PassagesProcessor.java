package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.sites.passage.Passages;
import dev.crawlsieve.sites.passage.UnreadablePassageException;
import dev.crawlsieve.stream.config.Wing;
import java.time.Duration;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Learns passages from the blocks of pages, each site's in one task. */
final class PassagesProcessor extends SieveProcessor {

  /**
   * The clock only affects when passages are published, not which are in the end: they depend on
   * the pages alone.
   */
  private static final Duration EVERY = Duration.ofSeconds(2);

  /**
   * The most sites at a time, if no pages came for {@link #QUIET}: less than a tenth of a second's
   * work, so that no record waits long.
   */
  private static final int MOST_SITES = 25;

  /** So often in turn. An instance that is behind has moments in which it takes none of them. */
  private static final int QUIET = 5;

  /** While pages come, so many for each that is read again, except that one site's always are. */
  private static final int PAGES_EACH = 4;

  private Passages passages;
  private long timestamp; // of the latest page
  private int pages; // since sites were evaluated
  private int quiet; // how often in turn none had come

  PassagesProcessor(TopologySetup setup) {
    super(setup, "learn", PassagesTopology.DEAD_LETTERS_SINK);
  }

  @Override
  void init() {
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(Wing.PASSAGES.store());
    passages = new Passages(new StoredByteMap(store), config.passages(), this::publish);
    Cancellable unused =
        context.schedule(EVERY, PunctuationType.WALL_CLOCK_TIME, now -> evaluate());
  }

  private void evaluate() {
    quiet = pages == 0 ? quiet + 1 : 0;
    int unused =
        passages.evaluate(
            quiet >= QUIET ? MOST_SITES : Math.max(1, pages / PAGES_EACH / Passages.MOST_PAGES));
    pages = 0;
  }

  @Override
  void process(Record<byte[], byte[]> record, RecordMetadata at) {
    timestamp = Math.max(timestamp, record.timestamp());
    pages++;
    try {
      passages.observe(record.value());
    } catch (UnreadablePassageException e) {
      setAside(record, at, e);
    }
  }

  private void publish(String key, byte @Nullable [] passage) {
    context.forward(
        new Record<>(
            key.getBytes(UTF_8),
            passage,
            Math.max(timestamp, Math.max(0, context.currentStreamTimeMs())),
            new RecordHeaders()),
        PassagesTopology.PASSAGES_SINK);
  }
}
