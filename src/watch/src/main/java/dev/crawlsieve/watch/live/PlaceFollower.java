package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.TopicTail;
import dev.crawlsieve.stream.kafka.Topics;
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
 * Records the position of every record of a topic, on its own thread, and finds records by it. A
 * failure here never stops the instance: it is reported to those who query, and the work is
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
  private final UrlKey urls; // of the one thread
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
   * @param folder under the one of all lists, empty for that one
   * @param reader makes what reads the topic on the one thread
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
        } else if (opening.equals(failure)) { // once, until it is followed again
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

  /** Identifies what entries are derived from: the topic, and the settings for normalising URLs. */
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
    } catch (BadPageException | UnreadableVerdictException e) {
      unreadable.incrementAndGet();
      LOG.warn("{} {}@{}: {}", topic, next.partition(), next.offset(), e.getMessage());
    }
  }

  /**
   * Removes entries whose records retention has removed. While a pass over all entries is due, each
   * call checks twice as many entries as were added, so that the pass ends without holding up the
   * following.
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
   * The known positions.
   *
   * @throws RefusedException with 503 if they are not available now
   */
  VerdictPlaces places() throws RefusedException {
    VerdictPlaces open = places;
    if (open == null) {
      throw new RefusedException(503, failure);
    }
    return open;
  }

  /**
   * The records at the given positions, without those that are gone.
   *
   * @throws RefusedException with 503 if too many ask at once
   * @throws SieveException if the topic does not answer in time
   */
  Map<Coordinates, ConsumerRecord<byte[], byte[]>> fetch(Collection<Coordinates> positions)
      throws RefusedException {
    return records.fetch(positions);
  }

  /** The approximate number of records not read yet; -1 if that is not known. */
  long behind() {
    return behind;
  }

  /** The number of records that are not what the topic should hold. */
  long unreadable() {
    return unreadable.get();
  }

  /** Bytes on disk; 0 if nothing is open. */
  long bytes() {
    VerdictPlaces open = places;
    try {
      return open == null ? 0 : open.bytes();
    } catch (SieveException e) {
      return 0; // closed concurrently
    }
  }

  /** Stops following and finding. Idempotent. */
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
