package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.verdict.Verdict;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures what counting costs a lane and a route per page. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class SieveMetersBenchmark {

  private SieveMeters meters;
  private Verdict[] verdicts;
  private int next;

  @Setup
  public void prepare() {
    meters = new SieveMeters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), 0);
    verdicts = new Verdict[1024];
    for (int i = 0; i < verdicts.length; i++) {
      String url = "https://www.host" + i % 300 + ".example/section/page-" + i + ".html";
      verdicts[i] = Verdicts.of(url, i % 3 == 0 ? Verdict.Kind.NEAR : null);
    }
  }

  @Benchmark
  public void decided() {
    long start = System.nanoTime();
    meters.decided(verdicts[next++ & 1023], System.nanoTime() - start);
  }

  @Benchmark
  public void routed() {
    long start = System.nanoTime();
    meters.routed(verdicts[next++ & 1023], System.nanoTime() - start);
  }
}
