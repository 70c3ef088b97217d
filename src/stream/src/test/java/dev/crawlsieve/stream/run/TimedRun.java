package dev.crawlsieve.stream.run;

import com.sun.management.OperatingSystemMXBean;
import dev.crawlsieve.stream.config.SieveConfig;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/** Runs a topology over existing records, and times it. For benchmarks. */
public final class TimedRun {

  private static final int STEPS = 5;

  private TimedRun() {}

  /**
   * Pages per second from the first processed to the last, as counted by the stream threads. Also
   * prints the CPU time per page: of the stream threads, and of the whole process with broker and
   * clients. Other work on the machine affects it less than the rate.
   *
   * @param name application id of the run
   * @param hops number of records that the topology processes for each page
   */
  public static double pagesPerSecond(
      SieveConfig config, Topology topology, String name, int pages, int hops)
      throws InterruptedException {
    Map<String, Object> settings = new HashMap<>(StreamsSettings.of(config).originals());
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, name);
    try (KafkaStreams streams = new KafkaStreams(topology, new StreamsConfig(settings))) {
      streams.start();
      long first = 0;
      double firstSeen = 0;
      long cpu = 0;
      long streamsCpu = 0;
      double next = pages / (double) STEPS;
      while (true) {
        double seen = processed(streams) / hops;
        long now = System.nanoTime();
        if (seen > 0 && first == 0) {
          first = now;
          firstSeen = seen;
          cpu = cpuNanos();
          streamsCpu = cpuNanos(name);
        }
        double rate = (seen - firstSeen) * 1e9 / (now - first);
        if (seen >= next) {
          System.out.printf("  %s %,.0f pages at %,.0f/s%n", name, seen, rate);
          next += pages / (double) STEPS;
        }
        if (seen >= pages) {
          System.out.printf(
              "  %s CPU a page: %.1f us on the stream threads, %.1f us in all%n",
              name,
              (cpuNanos(name) - streamsCpu) / 1e3 / (seen - firstSeen),
              (cpuNanos() - cpu) / 1e3 / (seen - firstSeen));
          return rate;
        }
        if (!streams.state().isRunningOrRebalancing()) {
          throw new IllegalStateException(name + " stopped");
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long cpuNanos(String name) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().startsWith(name + "-"))
        .filter(thread -> thread.getThreadName().contains("-StreamThread-"))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
        .sum();
  }

  private static double processed(KafkaStreams streams) {
    return streams.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("process-total"))
        .filter(metric -> metric.metricName().group().equals("stream-thread-metrics"))
        .mapToDouble(metric -> (double) metric.metricValue())
        .sum();
  }
}
