package dev.crawlsieve.lab.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.crawlsieve.lab.bench.result.PageCpu;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.function.Predicate;

/**
 * CPU time that the process has used, in nanoseconds, without that of the thread that asks.
 *
 * @param process all of it
 * @param streams that of the stream threads
 * @param clients that of the threads of their clients and index
 * @param others that of all other threads of Java
 */
record CpuTimes(long process, long streams, long clients, long others) {

  /**
   * The times until now.
   *
   * @param isStream whether a thread of this name is a stream thread
   * @param isClient whether another thread of this name belongs to one
   */
  static CpuTimes now(Predicate<String> isStream, Predicate<String> isClient) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long own = Thread.currentThread().getId();
    long streams = 0;
    long clients = 0;
    long others = 0;
    for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (info == null || info.getThreadId() == own) {
        continue;
      }
      // -1 if it has ended in the meantime
      long nanos = Math.max(0, threads.getThreadCpuTime(info.getThreadId()));
      if (isStream.test(info.getThreadName())) {
        streams += nanos;
      } else if (isClient.test(info.getThreadName())) {
        clients += nanos;
      } else {
        others += nanos;
      }
    }
    long process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
            - threads.getCurrentThreadCpuTime();
    return new CpuTimes(process, streams, clients, others);
  }

  /** What was used since an earlier time, per page. */
  PageCpu since(CpuTimes earlier, double pages) {
    return new PageCpu(
        (process - earlier.process) / 1e3 / pages,
        (streams - earlier.streams) / 1e3 / pages,
        (clients - earlier.clients) / 1e3 / pages,
        (others - earlier.others) / 1e3 / pages);
  }
}
