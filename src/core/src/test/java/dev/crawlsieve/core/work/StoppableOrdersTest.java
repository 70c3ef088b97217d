package dev.crawlsieve.core.work;

import static dev.crawlsieve.core.work.ThreadOrders.ensure;

import java.time.Duration;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stopping some work at any moment of it. */
@Tag("slow")
public final class StoppableOrdersTest {

  @Test
  void shouldFindEverythingCleanedUpAfterTheStop() {
    ThreadOrders.tryAll(Stop.class);
  }

  /** Work that does something only if it has not been asked to stop, and cleans up. */
  public static final class Stop {

    private final Stoppable stoppable = new Stoppable("it did not end", Duration.ofDays(1));
    private boolean dirty;

    /** Runs it once. */
    @Operation
    public void run() throws InterruptedException {
      Thread work = new Thread(this::work);
      work.start();
      stoppable.stop();
      ensure(!dirty, "the work goes on");
      work.join();
    }

    private void work() {
      stoppable.begin();
      if (!stoppable.asked()) {
        dirty = true;
      }
      dirty = false;
      stoppable.cleared();
    }
  }
}
