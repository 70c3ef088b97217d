package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.topology.SieveMeters;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures what counting costs a lane and a route per page, compared with not counting. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CountingMetersBenchmark {

  @Param({"false", "true"})
  public boolean watched;

  private SieveMeters meters;
  private Verdict[] verdicts;
  private int next;

  @Setup
  public void prepare() {
    meters = watched ? new CountingMeters(new Metrics().registry()) : SieveMeters.NONE;
    verdicts = new Verdict[1024];
    for (int i = 0; i < verdicts.length; i++) {
      String url = "https://www.host" + i % 300 + ".example/section/page-" + i + ".html";
      verdicts[i] = CountingMetersTest.verdict(url, i % 3 == 0 ? Verdict.Kind.NEAR : null);
    }
  }

  @Benchmark
  public void decided() {
    long start = meters.clock();
    meters.decided(verdicts[next++ & 1023], meters.clock() - start);
  }

  @Benchmark
  public void routed() {
    long start = meters.clock();
    meters.routed(verdicts[next++ & 1023], meters.clock() - start);
  }
}
