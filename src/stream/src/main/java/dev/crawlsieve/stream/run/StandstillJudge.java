package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.topology.BegunRecords.Begun;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Decides from a series of observations whether an instance makes progress and, if not, why.
 *
 * <p>A partition is stalled while records wait in it and its committed offset stays the same, no
 * matter how often its task is assigned, closed or restarted in the meantime. Time spent restoring
 * state does not count. While brokers or topics are missing, nothing else counts against the
 * instance, and afterwards its time starts from zero. Not thread-safe.
 */
final class StandstillJudge {

  /** After this many times the patience, an instance is no longer live if a restart can help. */
  static final int DEATH = 5;

  /**
   * An observation at one time.
   *
   * @param brokers why brokers do not answer; null if they do; the rest is known only then
   * @param apart why the consumers are connected to no broker; null if they are to one; the rest is
   *     known only then
   * @param gone a sentence that says which required topics are missing; null if none are
   * @param assigning whether tasks are being assigned or restored
   * @param restoring a number that changes while state is restored
   * @param closed number of tasks closed so far
   * @param work partitions assigned to this instance
   * @param committed committed offset by partition, for partitions that have one
   * @param lag number of records known to wait that were not fetched yet
   * @param open partitions with records in open transactions or behind them, with the offset from
   *     which on nothing can be read; among {@code work} and, while tasks are restored, changelogs
   * @param begun progress of the processors
   */
  record Look(
      @Nullable String brokers,
      @Nullable String apart,
      @Nullable String gone,
      boolean assigning,
      long restoring,
      long closed,
      Set<TopicPartition> work,
      Map<TopicPartition, Long> committed,
      Map<TopicPartition, Long> lag,
      Map<TopicPartition, Long> open,
      Map<TopicPartition, Begun> begun) {

    static Look without(@Nullable String brokers) {
      return nothing(brokers, null);
    }

    static Look apart(String reason) {
      return nothing(null, reason);
    }

    private static Look nothing(@Nullable String brokers, @Nullable String apart) {
      return new Look(
          brokers, apart, null, false, 0, 0, Set.of(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    private long next(TopicPartition at) {
      return committed.getOrDefault(at, -1L);
    }

    private boolean waits(TopicPartition at) {
      return open.containsKey(at) || canBeRead(at);
    }

    private boolean canBeRead(TopicPartition at) {
      Begun far = begun.get(at);
      return lag.getOrDefault(at, 0L) > 0 || (far != null && far.last() >= next(at));
    }

    /**
     * The offset before which everything is committed, if nothing can be read from there on;
     * otherwise -1.
     */
    private long shut(TopicPartition at) {
      return canBeRead(at) ? -1 : open.getOrDefault(at, -1L);
    }
  }

  /** A partition in which records wait. */
  private record Waiting(
      TopicPartition at, long committed, long shut, long sinceNanos, long closed) {

    Waiting later(long nanos) {
      return new Waiting(at, committed, shut, sinceNanos + nanos, closed);
    }

    /**
     * Whether there was progress since, or other transactions are open now, so that there could not
     * be.
     */
    boolean isOver(Look look) {
      long now = look.shut(at);
      return committed != look.next(at) || (shut >= 0 && now >= 0 && shut != now);
    }
  }

  private record Held(Standstill.Cause cause, String reason, long sinceNanos) {}

  private final long patienceNanos;
  private final Map<Standstill.Cause, Long> since = new EnumMap<>(Standstill.Cause.class);

  /** Changelogs that could not be read to their ends and have made no progress since. */
  private final Map<TopicPartition, Long> unrestored = new HashMap<>();

  private final Map<TopicPartition, Waiting> waiting = new HashMap<>();
  private final Map<TopicPartition, Long> seen = new HashMap<>();
  private long restoring;
  private long lastNanos;

  StandstillJudge(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Judges whether the instance has stalled.
   *
   * @param nanos when the observation began, by a monotonic clock
   * @return the standstill; null if there is none, or it has not lasted long enough
   */
  @Nullable Standstill judge(Look look, long nanos) {
    Held held = held(look, nanos);
    restoring = look.restoring();
    lastNanos = nanos;
    if (held == null || nanos - held.sinceNanos() < patienceNanos) {
      return null;
    }
    long length = nanos - held.sinceNanos();
    return new Standstill(
        held.cause(),
        held.reason(),
        Duration.ofNanos(length),
        !held.cause().restartHelps() || length < DEATH * patienceNanos);
  }

  private @Nullable Held held(Look look, long nanos) {
    if (look.brokers() != null) {
      forgetBut(Standstill.Cause.BROKER);
      return held(Standstill.Cause.BROKER, look.brokers(), nanos);
    }
    if (look.apart() != null) {
      forgetBut(Standstill.Cause.CONNECTION);
      return held(Standstill.Cause.CONNECTION, look.apart(), nanos);
    }
    if (look.gone() != null) {
      forgetBut(Standstill.Cause.TOPIC);
      return held(Standstill.Cause.TOPIC, look.gone(), nanos);
    }
    since.keySet().retainAll(Set.of(Standstill.Cause.ASSIGNMENT));
    boolean restores = look.restoring() != restoring;
    note(look, nanos, restores);
    Held worst =
        waiting.values().stream()
            .filter(one -> nanos - one.sinceNanos() >= patienceNanos)
            .map(one -> held(one, look))
            .min(Comparator.comparing(Held::cause).thenComparing(Held::sinceNanos))
            .orElse(null);
    if (!look.assigning() || restores) {
      since.remove(Standstill.Cause.ASSIGNMENT);
      return worst;
    }
    Held assigned =
        held(Standstill.Cause.ASSIGNMENT, "assigning or restoring tasks makes no progress", nanos);
    noteChangelogs(look, assigned.sinceNanos() == nanos);
    Held why = unrestored(assigned);
    boolean due = nanos - why.sinceNanos() >= patienceNanos;
    return worst == null || (due && why.cause().compareTo(worst.cause()) < 0) ? why : worst;
  }

  /**
   * Records which changelogs cannot be read further. Transactions of working instances differ from
   * one observation to the next.
   */
  private void noteChangelogs(Look look, boolean first) {
    Map<TopicPartition, Long> now = new HashMap<>(look.open());
    now.keySet().removeAll(look.work());
    if (first) {
      unrestored.clear();
      unrestored.putAll(now);
    } else {
      unrestored.entrySet().retainAll(now.entrySet());
    }
  }

  private Held unrestored(Held assigned) {
    return unrestored.entrySet().stream()
        .min(Comparator.comparing(one -> one.getKey().toString()))
        .map(one -> open(one.getKey(), one.getValue(), assigned.sinceNanos()))
        .orElse(assigned);
  }

  private void forgetBut(Standstill.Cause cause) {
    since.keySet().retainAll(Set.of(cause));
    waiting.clear();
    seen.clear();
  }

  private Held held(Standstill.Cause cause, String reason, long nanos) {
    return new Held(cause, reason, since.computeIfAbsent(cause, c -> nanos));
  }

  /**
   * Records where records wait. A partition that moves to another instance and back is remembered.
   */
  private void note(Look look, long nanos, boolean restores) {
    look.work().forEach(at -> seen.put(at, nanos));
    seen.values().removeIf(last -> nanos - last > patienceNanos);
    waiting.keySet().retainAll(seen.keySet());
    for (TopicPartition at : seen.keySet()) {
      Waiting before = waiting.get(at);
      if (!look.waits(at)) {
        waiting.remove(at);
      } else if (before == null || before.isOver(look)) {
        waiting.put(at, new Waiting(at, look.next(at), look.shut(at), nanos, look.closed()));
      } else if (restores) {
        waiting.put(at, before.later(nanos - lastNanos));
      }
    }
  }

  private static Held held(Waiting one, Look look) {
    Begun far = look.begun().get(one.at());
    boolean met = far != null && far.furthest() >= one.committed();
    long undone = look.closed() - one.closed();
    if (far != null && met && far.times() > 1 && undone > 0) {
      return new Held(
          Standstill.Cause.RECORD_AGAIN,
          ("%s was started %s times and never committed: its work is rolled back each"
                  + " time, as when a transaction takes too long")
              .formatted(place(one, far.furthest()), far.times()),
          one.sinceNanos());
    }
    if (look.shut(one.at()) >= 0) {
      return open(one.at(), look.shut(one.at()), one.sinceNanos());
    }
    if (far != null && met && far.atWork()) {
      return new Held(
          Standstill.Cause.RECORD,
          "the work on " + place(one, far.last()) + " does not end",
          one.sinceNanos());
    }
    String nothing =
        "nothing of "
            + one.at()
            + (one.committed() < 0 ? "" : " from offset " + one.committed() + " on")
            + " is committed, although records wait";
    return undone > 0
        ? new Held(
            Standstill.Cause.FENCED,
            nothing
                + ": tasks were closed "
                + undone
                + " times, as when another instance takes them over, or a transaction takes too"
                + " long",
            one.sinceNanos())
        : new Held(Standstill.Cause.COMMIT, nothing, one.sinceNanos());
  }

  private static Held open(TopicPartition at, long offset, long sinceNanos) {
    return new Held(
        Standstill.Cause.TRANSACTION,
        ("nothing of %s from offset %s on can be read: a producer has left a transaction open"
                + " there. 'kafka-transactions.sh --bootstrap-server HOST:PORT describe-producers"
                + " --topic %s --partition %s' shows it; 'abort --topic %3$s --partition %4$s"
                + " --start-offset %2$s' in place of that ends it, without its records")
            .formatted(at, offset, at.topic(), at.partition()),
        sinceNanos);
  }

  private static String place(Waiting one, long offset) {
    return "record " + one.at().partition() + "@" + offset + " of " + one.at().topic();
  }
}
