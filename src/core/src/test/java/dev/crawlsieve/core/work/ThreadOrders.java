package dev.crawlsieve.core.work;

import java.util.Arrays;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs code of several threads in one order of their steps after another, with Lincheck's model
 * checker, until it throws.
 *
 * <p>Steps are reads and writes of memory, as if all threads saw each at once: writes in the wrong
 * order are found, a missing {@code volatile} is not. Time stands still, and neither files nor
 * native code are followed.
 */
public final class ThreadOrders {

  /** How many orders are tried; few find what the tests look for, more take longer. */
  private static final int TRIES = Integer.getInteger("threads.tries", 150);

  /** So long for one order that no load makes a test fail. */
  private static final long MOST_MILLIS = 600_000;

  private ThreadOrders() {}

  /**
   * Tries a scenario.
   *
   * @param scenario has one method with Lincheck's annotation {@code Operation}, which starts
   *     threads and waits for them
   * @param unfollowed the beginnings of the names of classes within which no thread is interrupted
   */
  public static void tryAll(Class<?> scenario, String... unfollowed) {
    new ModelCheckingOptions()
        .iterations(1)
        .threads(1)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(0)
        .minimizeFailedScenario(false)
        .invocationTimeout$lincheck(MOST_MILLIS)
        .invocationsPerIteration(TRIES)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(
                    name -> Arrays.stream(unfollowed).anyMatch(name::startsWith))
                .allMethods()
                .ignore())
        .check(scenario);
  }

  /**
   * Ensures what must hold in every order.
   *
   * @throws IllegalStateException if it does not
   */
  public static void ensure(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
