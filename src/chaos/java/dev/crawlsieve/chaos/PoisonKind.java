package dev.crawlsieve.chaos;

import java.util.function.Supplier;

/**
 * A kind of bad or odd record, of which one is made when it is its turn: some are large.
 *
 * @param name what it is; no two kinds have one
 * @param every in which rounds it has a turn: 1 for all, 5 for every fifth
 * @param make makes one, the same whenever it is asked
 */
record PoisonKind(String name, int every, Supplier<Poison> make) {

  /** How often what takes some megabytes has a turn. */
  static final int SELDOM = 5;

  /** How often what takes tens of megabytes has a turn. */
  static final int RARELY = 10;

  private static final int LARGE = 1_000_000;

  /** A record that is there already. */
  static PoisonKind of(Poison poison) {
    boolean large = poison.value() != null && poison.value().length > LARGE;
    return new PoisonKind(poison.name(), large ? SELDOM : 1, () -> poison);
  }

  /** A page event that may be too much work. */
  static PoisonKind either(String name, Supplier<String> event) {
    return new PoisonKind(name, 1, () -> Poison.either(name, Events.bytes(event.get())));
  }
}
