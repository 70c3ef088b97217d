package dev.crawlsieve.testkit.broker;

import dev.crawlsieve.core.failure.SieveException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.utils.internals.Exit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps an embedded broker from ending the process.
 *
 * <p>A broker that cannot continue calls Kafka's {@link Exit}, which by default halts the JVM
 * silently. Here, the reason is recorded instead, and the code that runs the broker reports it.
 */
public final class ProcessExit {

  private static final AtomicReference<SieveException> FAILURE = new AtomicReference<>();

  private ProcessExit() {}

  /** From now on, a broker that halts only records its reason. */
  public static void refuse() {
    FAILURE.set(null);
    Exit.setExitProcedure(ProcessExit::record);
    Exit.setHaltProcedure(ProcessExit::record);
  }

  private static void record(int status, String message) {
    FAILURE.compareAndSet(
        null,
        new SieveException(
            "the embedded broker gave up"
                + (message == null ? " with status " + status : ": " + message)));
  }

  /** Why a broker has halted; null if none has. */
  public static @Nullable SieveException failure() {
    return FAILURE.get();
  }
}
