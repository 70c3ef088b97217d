package dev.crawlsieve.stream.topology;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Requests the commits of a stream thread.
 *
 * <p>A page takes three commits, since each step sees only what the one before has committed. So a
 * thread that keeps up commits 30 ms after its last commit. A thread that is more than a second
 * behind requests no commits: no page would leave sooner, and each commit takes CPU time from
 * pages. Kafka Streams then commits {@linkplain #BEHIND_EVERY at a longer interval}. All pages of
 * three such intervals await their verdicts; if they take much memory, the thread requests commits
 * more often.
 */
public final class CommitPace {

  /** The interval of the commits that Kafka Streams makes on its own. */
  public static final Duration BEHIND_EVERY = Duration.ofMillis(500);

  private static final long EVERY_NANOS = 30_000_000;
  private static final long FILLING_NANOS = 100_000_000;

  /** Kafka Streams, which uses the wall clock, is this late only if that clock was set back. */
  private static final long LATE_NANOS = 2_000_000_000;

  private static final long SHORTEST_WAIT_NANOS = 1_000_000;
  private static final long LOOK_EVERY_NANOS = 1_000_000_000;

  /** A thread that has had no records for this long is not behind, even if some were waiting. */
  private static final long NO_LONGER_NANOS = 5_000_000_000L;

  /**
   * If pages come in bursts, up to this many records wait for a moment without the thread being
   * behind.
   */
  private static final long FEW = 1_000;

  private final LongSupplier nanoTime;
  private final Map<String, Long> taken = new HashMap<>();
  private boolean polled;
  private boolean waiting; // whether more records wait than are taken in a second
  private boolean behind; // the same, unless commits are needed nevertheless
  private boolean filling;
  private long lookedNanos;
  private long recordsNanos; // when there were any
  private long committedNanos;
  private @Nullable Runnable commit;

  CommitPace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lookedNanos = nanoTime.getAsLong() - LOOK_EVERY_NANOS;
    this.recordsNanos = nanoTime.getAsLong();
    this.committedNanos = nanoTime.getAsLong() - EVERY_NANOS;
  }

  /**
   * How long the thread may wait for records: no longer than until a commit is due.
   *
   * @param wait how long it would wait
   */
  public Duration waitAtMost(Duration wait) {
    if (commit == null || behind) {
      return wait;
    }
    long due = committedNanos + EVERY_NANOS - nanoTime.getAsLong();
    // A commit that is due may have to wait for a rebalance.
    Duration until = Duration.ofNanos(Math.max(SHORTEST_WAIT_NANOS, due));
    return wait.compareTo(until) < 0 ? wait : until;
  }

  /**
   * Called when the thread has polled. Before the first call, no commits are requested.
   *
   * @param records the records that it will process
   * @param toDo returns the number of records of each topic that wait for it, these included;
   *     called with the first records, and then once a second
   */
  public void polled(ConsumerRecords<?, ?> records, Supplier<Map<String, Long>> toDo) {
    polled = true;
    for (TopicPartition partition : records.partitions()) {
      taken.merge(partition.topic(), (long) records.records(partition).size(), Long::sum);
    }
    long now = nanoTime.getAsLong();
    recordsNanos = records.isEmpty() ? recordsNanos : now;
    // Without records, for example before the first fetch of a partition, it is unknown how many
    // wait.
    if (!records.isEmpty() && now - lookedNanos >= LOOK_EVERY_NANOS) {
      lookedNanos = now;
      waiting =
          toDo.get().entrySet().stream()
              .anyMatch(
                  topic ->
                      topic.getValue() > Math.max(FEW, taken.getOrDefault(topic.getKey(), 0L)));
      behind = waiting;
      taken.clear();
    }
    askIfDue();
  }

  /** Whether the thread was more than a second behind when it last had records, just now. */
  public boolean isBehind() {
    return waiting && nanoTime.getAsLong() - recordsNanos < NO_LONGER_NANOS;
  }

  /**
   * Called when the thread has processed a record.
   *
   * @param commit requests a commit of the record's task, and with it of everything that the thread
   *     has done
   */
  void processed(Runnable commit) {
    this.commit = commit;
    askIfDue();
  }

  /**
   * Called when there is no memory for another page that awaits its verdict. Such a page has to be
   * read again, which costs more than commits. So commits are requested until the thread next
   * checks how far behind it is.
   */
  void crowded() {
    behind = false;
  }

  /**
   * Called when pages that await their verdicts take half of their memory. A thread that is behind
   * then requests its next commit sooner, so that the rest is seldom needed.
   */
  void filling() {
    filling = true;
  }

  /** Called when a task is closed: its context is no longer used to request commits. */
  void closed(Runnable commit) {
    if (this.commit == commit) {
      this.commit = null;
    }
  }

  /** Called when the thread has committed everything that it had done. */
  public void committed() {
    commit = null;
    filling = false;
    committedNanos = nanoTime.getAsLong();
  }

  private void askIfDue() {
    long every = !behind ? EVERY_NANOS : filling ? FILLING_NANOS : LATE_NANOS;
    if (polled && commit != null && nanoTime.getAsLong() - committedNanos >= every) {
      commit.run();
    }
  }
}
