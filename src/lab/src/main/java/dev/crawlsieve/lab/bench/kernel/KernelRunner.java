package dev.crawlsieve.lab.bench.kernel;

import dev.crawlsieve.lab.bench.result.KernelResult;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures kernels with JMH, each in its own process. */
public final class KernelRunner {

  private static final int WARM_UPS = 3;
  private static final int MEASUREMENTS = 5;

  /**
   * The pages to work on.
   *
   * @param html file of pages' markup, separated by zero characters
   * @param text file of their main texts, in the same form and order
   * @param folder for other files
   * @param htmlBytes mean size of the markup in bytes of UTF-8
   * @param textBytes mean size of the texts in bytes of UTF-8
   */
  public record Sample(Path html, Path text, Path folder, double htmlBytes, double textBytes) {}

  private final Sample sample;
  private final double seconds;

  /**
   * @param seconds how long a kernel is measured, above 0, in addition to 3/5 of that for warming
   *     up
   */
  public KernelRunner(Sample sample, double seconds) {
    this.sample = sample;
    this.seconds = seconds;
  }

  /**
   * Measures a kernel.
   *
   * @throws RunnerException if JMH fails
   */
  public KernelResult run(Kernel kernel) throws RunnerException {
    TimeValue iteration = TimeValue.nanoseconds(Math.max(1, (long) (seconds * 1e9 / MEASUREMENTS)));
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + kernel.benchmark().replace(".", "\\.") + "$")
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupTime(iteration)
            .measurementIterations(MEASUREMENTS)
            .measurementTime(iteration)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .jvmArgs(
                "-Xms1g",
                "-Xmx1g",
                "-XX:+UseParallelGC",
                "-Dcrawlsieve.bench.html=" + sample.html(),
                "-Dcrawlsieve.bench.text=" + sample.text(),
                "-Dcrawlsieve.bench.folder=" + sample.folder());
    if (kernel.detector() != null) {
      options.param("detector", kernel.detector());
    }
    Collection<RunResult> results = new Runner(options.build()).run();
    Result<?> time = results.iterator().next().getPrimaryResult();
    double bytes =
        switch (kernel.input()) {
          case HTML -> sample.htmlBytes();
          case TEXT -> sample.textBytes();
          case NONE -> 0;
        };
    return new KernelResult(kernel.name(), time.getScore(), time.getScoreError(), bytes);
  }
}
