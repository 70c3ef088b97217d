package dev.crawlsieve.core.work;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.function.Executable;

/** Measures what work costs by the memory it allocates, which does not depend on other load. */
public final class Allocated {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocated() {}

  /** Bytes that work allocates on this thread, whether or not they are freed again. */
  public static long bytes(Executable work) throws Throwable {
    work.execute(); // loads its classes
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.execute();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
