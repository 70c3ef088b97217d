package dev.crawlsieve.stream.pending;

import static dev.crawlsieve.core.work.ThreadOrders.ensure;

import dev.crawlsieve.core.work.ThreadOrders;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One budget of several stream threads. */
@Tag("slow")
public final class PendingBudgetOrdersTest {

  @Test
  void shouldTakeOneOfTwoThatFitWhileAnotherDoesNot() {
    ThreadOrders.tryAll(Take.class);
  }

  /** Two pages of which one fits, and one that is larger than all there is. */
  public static final class Take {

    private final PendingBudget budget = new PendingBudget(10);
    private boolean one;
    private boolean tooLarge;

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      Thread ofOne = new Thread(() -> one = budget.take(6));
      Thread ofTooLarge = new Thread(() -> tooLarge = budget.take(20));
      ofOne.start();
      ofTooLarge.start();
      boolean other = budget.take(6);
      ofOne.join();
      ofTooLarge.join();
      ensure(one != other, "there was room for one: " + one + ", for the other: " + other);
      ensure(!tooLarge && budget.usedBytes() == 6, budget.usedBytes() + " bytes are in use");
    }
  }
}
