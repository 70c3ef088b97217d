package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** All kinds of bad and odd records, repeated in an order determined by a seed. */
final class PoisonTurns {

  private final List<PoisonKind> kinds;
  private final Random random;
  private final Deque<PoisonKind> due = new ArrayDeque<>();
  private int round;

  /**
   * @param config the settings with which they are sieved
   */
  PoisonTurns(SieveConfig config, long seed) {
    this.kinds = kinds(config);
    this.random = new Random(seed);
  }

  /**
   * All kinds.
   *
   * @throws IllegalStateException if two have the same name
   */
  static List<PoisonKind> kinds(SieveConfig config) {
    List<PoisonKind> all = new ArrayList<>();
    PoisonPages.json(config.page().maxBytes()).forEach(poison -> all.add(PoisonKind.of(poison)));
    all.addAll(HostileRecords.kinds(config));
    Set<String> names = new HashSet<>();
    for (PoisonKind kind : all) {
      if (!names.add(kind.name())) {
        throw new IllegalStateException("two kinds are called " + kind.name());
      }
    }
    return all;
  }

  /** Number of kinds. */
  int size() {
    return kinds.size();
  }

  /** The next record. */
  Poison next() {
    while (due.isEmpty()) {
      List<PoisonKind> turns = new ArrayList<>();
      for (PoisonKind kind : kinds) {
        // Spreads the kinds that have rare turns over the rounds.
        if ((round + kind.name().hashCode() & Integer.MAX_VALUE) % kind.every() == 0) {
          turns.add(kind);
        }
      }
      Collections.shuffle(turns, random);
      due.addAll(turns);
      round++;
    }
    return due.poll().make().get();
  }
}
