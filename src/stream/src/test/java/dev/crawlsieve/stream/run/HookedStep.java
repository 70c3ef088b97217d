package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.meters.SieveMeters;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;

/** Meters that do something on the stream thread whenever a page has passed a step. */
final class HookedStep extends SimpleMeterRegistry {

  private final String step;
  private final Runnable hook;

  private HookedStep(String step, Runnable hook) {
    this.step = step;
    this.hook = hook;
  }

  /**
   * Such meters.
   *
   * @param step as in the tag of the meter {@code crawlsieve.step}
   */
  static SieveMeters meters(String step, Runnable hook) {
    return new SieveMeters(new HookedStep(step, hook));
  }

  @Override
  protected Timer newTimer(Meter.Id id, DistributionStatisticConfig config, PauseDetector pauses) {
    if (!step.equals(id.getTag("step"))) {
      return super.newTimer(id, config, pauses);
    }
    return new CumulativeTimer(id, clock, config, pauses, getBaseTimeUnit(), false) {
      @Override
      protected void recordNonNegative(long amount, TimeUnit unit) {
        super.recordNonNegative(amount, unit);
        hook.run();
      }
    };
  }
}
