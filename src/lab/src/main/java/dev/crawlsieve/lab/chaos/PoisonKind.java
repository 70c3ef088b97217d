package dev.crawlsieve.lab.chaos;

import java.util.function.Supplier;

/**
 * A kind of bad or odd record. Its records are created when their turn comes, since some are large.
 *
 * @param name unique name
 * @param every the rounds in which it has a turn: 1 for all, 5 for every fifth
 * @param make creates a record, the same one every time
 */
record PoisonKind(String name, int every, Supplier<Poison> make) {

  /** Interval for records of several megabytes, in rounds. */
  static final int SELDOM = 5;

  /** Interval for records of tens of megabytes, in rounds. */
  static final int RARELY = 10;

  private static final int LARGE = 1_000_000;

  /** A kind with an existing record. */
  static PoisonKind of(Poison poison) {
    boolean large = poison.value() != null && poison.value().length > LARGE;
    return new PoisonKind(poison.name(), large ? SELDOM : 1, () -> poison);
  }
}
