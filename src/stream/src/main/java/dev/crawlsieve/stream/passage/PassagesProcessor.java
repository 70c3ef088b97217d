package dev.crawlsieve.stream.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.sites.passage.Passages;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.topology.SieveProcessor;
import dev.crawlsieve.stream.topology.StoredByteMap;
import dev.crawlsieve.stream.topology.TopologySetup;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Learns passages from the blocks of pages, each site's in one task. */
final class PassagesProcessor extends SieveProcessor {

  /**
   * The interval between evaluations. The clock affects only when passages are published; which
   * ones are published in the end depends only on the pages.
   */
  private static final Duration EVERY = Duration.ofSeconds(2);

  /**
   * The most sites to evaluate at a time after {@link #QUIET} intervals without pages. This takes
   * less than a tenth of a second, so no record waits long.
   */
  private static final int MOST_SITES = 25;

  /**
   * Consecutive intervals without pages that count as quiet. While the thread is behind, none
   * counts: a slow one takes no page from a partition for longer than these.
   */
  private static final int QUIET = 5;

  /**
   * While pages come, at most one page is read again for this many new ones, but one site's pages
   * are after {@link #QUIET} intervals in any case.
   */
  private static final int PAGES_EACH = 4;

  private Passages passages;
  private long timestamp; // timestamp of the latest page
  private int pages; // pages since the last interval
  private int quiet; // consecutive intervals without pages
  private int unspent; // pages for which no site was evaluated yet
  private int waited = QUIET; // consecutive intervals in which no site was evaluated

  PassagesProcessor(TopologySetup setup) {
    super(setup, "learn", PassagesConfig.WING.deadLettersSink());
  }

  @Override
  protected void init() {
    KeyValueStore<Bytes, byte[]> store = context.getStateStore(PassagesConfig.WING.store());
    passages = new Passages(new StoredByteMap(store), PassagesConfig.of(config), this::publish);
    context.schedule(EVERY, PunctuationType.WALL_CLOCK_TIME, now -> evaluate());
  }

  private void evaluate() {
    quiet = pages == 0 && !threads.pace().isBehind() ? quiet + 1 : 0;
    unspent += pages;
    pages = 0;
    int sites = quiet >= QUIET ? MOST_SITES : unspent / (PAGES_EACH * Passages.MOST_PAGES);
    if (sites == 0 && ++waited < QUIET) {
      return;
    }
    passages.evaluate(Math.max(1, sites));
    unspent = 0;
    waited = 0;
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    timestamp = Math.max(timestamp, record.timestamp());
    Optional<Forgetting> asked = Forgetting.read(record.value());
    if (asked.isPresent()) {
      passages.forget(asked.get());
      return;
    }
    pages++;
    try {
      passages.observe(record.value());
    } catch (UnreadableRecordException e) {
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
        PassagesConfig.WING.foundSink());
  }
}
