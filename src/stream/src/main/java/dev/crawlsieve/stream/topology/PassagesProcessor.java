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
   * The most sites at a time, if no pages came: less than a tenth of a second's work, so that no
   * record waits long.
   */
  private static final int MOST_SITES = 25;

  /** The fewest; else, while pages come, no more pages are read again than have come. */
  private static final int FEWEST_SITES = 2;

  private Passages passages;
  private long timestamp; // of the latest page
  private int pages; // since sites were evaluated

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
    int unused =
        passages.evaluate(
            pages == 0 ? MOST_SITES : Math.max(FEWEST_SITES, pages / Passages.MOST_PAGES));
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
