package dev.crawlsieve.stream.broker;

import dev.crawlsieve.core.work.SieveException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.utils.Exit;

/**
 * Keeps an embedded broker from ending the process.
 *
 * <p>A broker that cannot go on calls Kafka's {@link Exit}, whose default is to stop the JVM
 * without a word. Here the reason is kept instead, for the one who runs the broker to report.
 */
public final class ProcessExit {

  private static final AtomicReference<SieveException> FAILURE = new AtomicReference<>();

  private ProcessExit() {}

  /** From now on, a broker that gives up only leaves its reason. */
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

  /** Why a broker gave up, or null. */
  public static SieveException failure() {
    return FAILURE.get();
  }
}
