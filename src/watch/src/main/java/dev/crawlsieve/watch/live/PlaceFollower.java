package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.TopicTail;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.watch.http.RefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the positions of all records of a topic, on a thread of its own, and finds records by this
 * list. A failure here never stops the instance: it is reported to those who query, and the work is
 * retried.
 */
final class PlaceFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlaceFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LOOK_AT_START_EVERY = Duration.ofSeconds(30);
  private static final long RETRY_SECONDS = 10;
  private static final int LEAST_SWEPT = 10_000;
  private static final String FORMAT = "1";

  private final SieveConfig config;
  private final Path folder;
  private final String topic;
  private final String opening;
  private final Supplier<EntryReader> entries;
  private final PlaceReaders records;
  private final UrlKey urls; // used only by the thread below
  private final Thread thread;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable TopicTail tail;
  private volatile @Nullable VerdictPlaces places;
  private volatile String failure;
  private volatile long behind = -1;
  private final AtomicLong unreadable = new AtomicLong();
  private Map<Integer, Long> starts = new HashMap<>();
  private boolean sweeping;
  private long startsSeenNanos;

  /**
   * @param folder name of the list's folder within that of all lists; empty for the latter itself
   * @param reader makes the reader of the topic's records, which is used on that thread
   */
  PlaceFollower(SieveConfig config, String topic, String folder, Supplier<EntryReader> reader) {
    this.config = config;
    this.topic = topic;
    this.folder = Path.of(config.stateDir(), "watch", config.applicationId(), folder);
    this.entries = reader;
    this.opening = "the list of " + topic + " is being opened";
    this.failure = opening;
    this.records = new PlaceReaders(config, topic);
    this.urls = new UrlKey(config.page());
    this.thread = new Thread(this::run, "crawlsieve-" + topic);
    thread.setDaemon(true);
  }

  /** Starts following; the topic must exist. */
  void start() {
    thread.start();
  }

  private void run() {
    while (closing.getCount() > 0) {
      try {
        follow();
      } catch (RuntimeException e) {
        if (!(e instanceof SieveException)) {
          LOG.warn("following topic {} is interrupted: {}", topic, e.getMessage(), e);
        } else if (opening.equals(failure)) { // logged once, until the topic is followed again
          LOG.warn("following topic {} is interrupted: {}", topic, e.getMessage());
        }
        failure = String.valueOf(e.getMessage());
        waitToRetry();
      }
    }
  }

  private void waitToRetry() {
    try {
      closing.await(RETRY_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closing.countDown();
    }
  }

  private void follow() {
    try (TopicTail following = new TopicTail(config, topic);
        VerdictPlaces open = VerdictPlaces.open(folder, identity());
        EntryReader reader = entries.get()) {
      tail = following;
      following.seek(open.positions());
      places = open;
      failure = opening;
      while (closing.getCount() > 0) {
        step(following, open, reader);
      }
    } finally {
      places = null;
      tail = null;
    }
  }

  /**
   * Identifies the source of the entries: the topic, and the settings by which URLs are normalised.
   */
  private String identity() {
    PageSettings pages = config.page();
    return String.join(
        " ", FORMAT, Topics.id(config, topic), String.join(",", pages.trackingParameters()));
  }

  private void step(TopicTail following, VerdictPlaces open, EntryReader reader) {
    List<VerdictPlaces.Entry> entries = new ArrayList<>();
    reader.prepare();
    following.poll(POLL, next -> add(next, reader, entries));
    if (!entries.isEmpty()) {
      open.write(entries, following.positions());
    }
    behind = following.behind();
    sweep(following, open, entries.size());
  }

  private void add(
      ConsumerRecord<byte[], byte[]> next, EntryReader reader, List<VerdictPlaces.Entry> entries) {
    try {
      entries.add(reader.read(next, urls));
    } catch (BadPageException | UnreadableRecordException e) {
      unreadable.incrementAndGet();
      LOG.warn("{} {}@{}: {}", topic, next.partition(), next.offset(), e.getMessage());
    }
  }

  /**
   * Removes entries whose records retention has removed. While a pass over all entries is due, each
   * call checks twice as many entries as were added. So the pass comes to an end without delaying
   * the reading of the topic.
   */
  private void sweep(TopicTail following, VerdictPlaces open, int added) {
    long now = System.nanoTime();
    if (!sweeping
        && (startsSeenNanos == 0 || now - startsSeenNanos > LOOK_AT_START_EVERY.toNanos())) {
      startsSeenNanos = now;
      Map<Integer, Long> seen = following.starts();
      sweeping = !seen.equals(starts) && seen.values().stream().anyMatch(start -> start > 0);
      starts = seen;
    }
    if (sweeping) {
      sweeping = !open.sweep(starts, Math.max(LEAST_SWEPT, 2 * added));
    }
  }

  /**
   * The list of positions.
   *
   * @throws RefusedException with status 503 if it is not available now
   */
  VerdictPlaces places() throws RefusedException {
    VerdictPlaces open = places;
    if (open == null) {
      throw new RefusedException(503, failure);
    }
    return open;
  }

  /**
   * The records at the given positions that still exist.
   *
   * @throws RefusedException with status 503 if there are too many requests at once
   * @throws SieveException if the topic does not answer in time
   */
  Map<Coordinates, ConsumerRecord<byte[], byte[]>> fetch(Collection<Coordinates> positions)
      throws RefusedException {
    return records.fetch(positions);
  }

  /** The approximate number of records that are not listed yet; -1 if unknown. */
  long behind() {
    return behind;
  }

  /** Number of records that do not belong on the topic. */
  long unreadable() {
    return unreadable.get();
  }

  /** Size of the list on disk, in bytes; 0 if it is not open. */
  long bytes() {
    VerdictPlaces open = places;
    try {
      return open == null ? 0 : open.bytes();
    } catch (SieveException e) {
      return 0; // closed concurrently
    }
  }

  /** Stops the thread and closes the list. Idempotent. */
  @Override
  public void close() {
    closing.countDown();
    TopicTail following = tail;
    if (following != null) {
      following.wakeup();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(RETRY_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    records.close();
  }
}
