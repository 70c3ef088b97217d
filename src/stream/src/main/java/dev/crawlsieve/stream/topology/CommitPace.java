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
 * Asks for the commits of a stream thread.
 *
 * <p>A page takes three commits, and each step sees only what the one before has committed, so a
 * thread that keeps up commits 30 ms after its last commit. One that is more than a second behind
 * asks for none: no page would be out sooner, and each commit takes CPU time that pages could have.
 * It then commits {@linkplain #BEHIND_EVERY at a longer interval}, which is left to Kafka Streams.
 */
public final class CommitPace {

  /** The interval of the commits that Kafka Streams makes by itself. */
  public static final Duration BEHIND_EVERY = Duration.ofMillis(200);

  private static final long EVERY_NANOS = 30_000_000;

  /** Only a clock that was set back can make Kafka Streams, which goes by it, this late. */
  private static final long LATE_NANOS = 2_000_000_000;

  private static final long SHORTEST_WAIT_NANOS = 1_000_000;
  private static final long LOOK_EVERY_NANOS = 1_000_000_000;

  /** As many records as this wait for a moment wherever pages come in bursts. */
  private static final long FEW = 1_000;

  private final LongSupplier nanoTime;
  private final Map<String, Long> taken = new HashMap<>();
  private boolean polled;
  private boolean behind;
  private long lookedNanos;
  private long committedNanos;
  private @Nullable Runnable commit;

  CommitPace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lookedNanos = nanoTime.getAsLong() - LOOK_EVERY_NANOS;
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
   * The thread has polled. Until it does for the first time, no commits are asked for.
   *
   * @param records what it will process
   * @param waiting the number of records of each topic that it could poll now; asked for with the
   *     first records, and then once a second
   */
  public void polled(ConsumerRecords<?, ?> records, Supplier<Map<String, Long>> waiting) {
    polled = true;
    for (TopicPartition partition : records.partitions()) {
      taken.merge(partition.topic(), (long) records.records(partition).size(), Long::sum);
    }
    long now = nanoTime.getAsLong();
    // Without records nothing is known of what waits, as before the first fetch of a partition.
    if (!records.isEmpty() && now - lookedNanos >= LOOK_EVERY_NANOS) {
      lookedNanos = now;
      behind =
          waiting.get().entrySet().stream()
              .anyMatch(
                  topic ->
                      topic.getValue() > Math.max(FEW, taken.getOrDefault(topic.getKey(), 0L)));
      taken.clear();
    }
    askIfDue();
  }

  /**
   * The thread has processed a record.
   *
   * @param commit asks for a commit of the record's task, and with it of all that the thread has
   *     done
   */
  void processed(Runnable commit) {
    this.commit = commit;
    askIfDue();
  }

  /**
   * There is no memory for another page that awaits its verdict. It is read again later, which
   * takes more than commits do, so they are asked for until the thread next checks how far behind
   * it is.
   */
  void crowded() {
    behind = false;
  }

  /** A task is closed: its context is no longer used to ask for commits. */
  void closed(Runnable commit) {
    if (this.commit == commit) {
      this.commit = null;
    }
  }

  /** The thread has committed all that it had done. */
  public void committed() {
    commit = null;
    committedNanos = nanoTime.getAsLong();
  }

  private void askIfDue() {
    if (polled
        && commit != null
        && nanoTime.getAsLong() - committedNanos >= (behind ? LATE_NANOS : EVERY_NANOS)) {
      commit.run();
    }
  }
}
