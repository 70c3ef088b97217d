package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.lab.chaos.Fault.Kind;
import dev.crawlsieve.stream.config.IndexConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** The faults to inject into a cluster, determined by a seed. */
final class FaultPlan {

  /** Number of instances, and of brokers. */
  static final int MEMBERS = 3;

  /** The kinds of kills in their proportions; a short plan uses the first of them. */
  private static final List<Kind> KILLS =
      List.of(
          Kind.KILL_INSTANCE_AND_STATE,
          Kind.KILL_BROKER,
          Kind.KILL_INSTANCE,
          Kind.KILL_BROKER,
          Kind.KILL_INSTANCE);

  private static final List<Kind> OTHERS =
      List.of(
          Kind.PAUSE_INSTANCE,
          Kind.ROLL,
          Kind.PAUSE_BROKER,
          Kind.STOP_INSTANCE,
          Kind.STOP_BROKER,
          Kind.DELETE_TOPIC);

  private FaultPlan() {}

  /**
   * A plan: the kills, and for every three of them another fault.
   *
   * @param kills number of times a process is killed, 0 or more
   * @param only the kinds of fault to use
   */
  static List<Fault> of(int kills, long seed, Set<Kind> only) {
    Random random = new Random(seed);
    List<Kind> kinds = new ArrayList<>();
    kinds.addAll(inTurn(KILLS, only, kills));
    kinds.addAll(inTurn(OTHERS, only, (kills + 2) / 3));
    Collections.shuffle(kinds, random);
    return kinds.stream().map(kind -> fault(kind, random)).toList();
  }

  private static List<Kind> inTurn(List<Kind> kinds, Set<Kind> only, int count) {
    List<Kind> used = kinds.stream().filter(only::contains).toList();
    return IntStream.range(0, used.isEmpty() ? 0 : count)
        .mapToObj(i -> used.get(i % used.size()))
        .toList();
  }

  private static Fault fault(Kind kind, Random random) {
    boolean paused = kind == Kind.PAUSE_INSTANCE || kind == Kind.PAUSE_BROKER;
    return new Fault(
        kind,
        kind == Kind.ROLL ? 0 : 1 + random.nextInt(MEMBERS),
        millis(random, 500, 6_000),
        // A pause may be shorter or longer than the session timeout.
        paused ? millis(random, 2_000, 15_000) : millis(random, 0, 8_000),
        kind == Kind.ROLL ? settings(random) : Map.of());
  }

  private static int millis(Random random, int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /** Settings that do not affect verdicts. */
  private static Map<String, String> settings(Random random) {
    return Map.of(
        "streams.commit.interval.ms",
        pick(random, "30", "100", "500", "2000"),
        "streams.num.stream.threads",
        pick(random, "1", "2", "3"),
        IndexConfig.INDEX_MEMORY_BYTES_CONFIG,
        pick(random, "2000000", "20000000"));
  }

  private static String pick(Random random, String... values) {
    return values[random.nextInt(values.length)];
  }
}
