package dev.crawlsieve.stream.watch;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.kafka.VerdictTail;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes where every verdict stands, on a thread of its own. Whatever happens here, the instance
 * goes on: a failure is told to whoever asks, and tried again.
 */
final class VerdictFollower implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(VerdictFollower.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LOOK_AT_START_EVERY = Duration.ofSeconds(30);
  private static final long RETRY_SECONDS = 10;
  private static final int LEAST_SWEPT = 10_000;
  private static final String FORMAT = "1";

  private final SieveConfig config;
  private final Path folder;
  private final Thread thread = new Thread(this::run, "crawlsieve-verdicts");
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile VerdictTail tail;
  private volatile VerdictPlaces places;
  private volatile String failure = "the list of verdicts is being opened";
  private volatile long behind = -1;
  private final AtomicLong unreadable = new AtomicLong();
  private Map<Integer, Long> starts = new HashMap<>();
  private boolean sweeping;
  private long startsSeenNanos;

  VerdictFollower(SieveConfig config) {
    this.config = config;
    this.folder = Path.of(config.stateDir(), "watch", config.applicationId());
    thread.setDaemon(true);
  }

  /** Begins; the topic must be there. */
  void start() {
    thread.start();
  }

  private void run() {
    while (closing.getCount() > 0) {
      try {
        follow();
      } catch (RuntimeException e) {
        LOG.warn("following verdicts is interrupted: {}", e.getMessage(), e);
        failure = e.getMessage();
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
    try (VerdictTail following = new VerdictTail(config);
        VerdictPlaces open = VerdictPlaces.open(folder, identity(following))) {
      tail = following;
      following.seek(open.positions());
      places = open;
      failure = null;
      while (closing.getCount() > 0) {
        step(following, open);
      }
    } finally {
      places = null;
      tail = null;
    }
  }

  /** What entries are made of: the topic, and what the form of a URL depends on. */
  private String identity(VerdictTail following) {
    PageSettings pages = config.page();
    return String.join(
        " ",
        FORMAT,
        following.topicId(),
        String.valueOf(pages.ignoreScheme()),
        String.valueOf(pages.ignoreWww()),
        String.join(",", pages.trackingParameters()));
  }

  private void step(VerdictTail following, VerdictPlaces open) {
    List<VerdictPlaces.Entry> entries = new ArrayList<>();
    UrlKey keys = new UrlKey(config.page());
    following.poll(POLL, next -> add(next, keys, entries));
    if (!entries.isEmpty()) {
      open.write(entries, following.positions());
    }
    behind = following.behind();
    sweep(following, open, entries.size());
  }

  private void add(VerdictTail.Next next, UrlKey keys, List<VerdictPlaces.Entry> entries) {
    try {
      Verdict verdict = VerdictCodec.decode(next.value());
      boolean kept = verdict.decision() == Verdict.Decision.UNIQUE;
      entries.add(
          new VerdictPlaces.Entry(
              keys.hash(verdict.url()),
              verdict.leader().source(),
              kept,
              verdict.timestamp(),
              new Coordinates(next.partition(), next.offset())));
    } catch (UnreadableVerdictException e) {
      unreadable.incrementAndGet();
      LOG.warn("verdict {}@{}: {}", next.partition(), next.offset(), e.getMessage());
    }
  }

  /**
   * Removes what retention has removed: as long as a pass over all entries is due, twice as many
   * entries are looked at as were added, so that it ends and never stops the following.
   */
  private void sweep(VerdictTail following, VerdictPlaces open, int added) {
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
   * The places that are known.
   *
   * @throws RefusedException with 503 if they cannot be asked now
   */
  VerdictPlaces places() throws RefusedException {
    VerdictPlaces open = places;
    if (open == null) {
      throw new RefusedException(503, String.valueOf(failure));
    }
    return open;
  }

  /** About how many verdicts are not looked at yet; -1 if that is not known. */
  long behind() {
    return behind;
  }

  /** Records that are no verdicts. */
  long unreadable() {
    return unreadable.get();
  }

  /** Bytes on disk; 0 if nothing is open. */
  long bytes() {
    VerdictPlaces open = places;
    try {
      return open == null ? 0 : open.bytes();
    } catch (SieveException e) {
      return 0; // closed just now
    }
  }

  /** Ends it. Idempotent. */
  @Override
  public void close() {
    closing.countDown();
    VerdictTail following = tail;
    if (following != null) {
      following.wakeup();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(RETRY_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
