package dev.crawlsieve.stream.mirror;

import dev.crawlsieve.sites.mirror.MirrorCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Meters of what has been observed, dropped and learned, while it is learned on this instance. */
final class MirrorMeters {

  private static final String MIRRORS = "crawlsieve.mirrors.";
  private static final String DROPPED =
      "Observations, sampled paths and pairs of places dropped for lack of room, and"
          + " evaluations left out because they are too much work for one record";

  private final MeterRegistry registry;
  private final Supplier<MirrorCounts> counts;
  private final List<Meter> meters = new ArrayList<>();

  private MirrorMeters(MeterRegistry registry, Supplier<MirrorCounts> counts) {
    this.registry = registry;
    this.counts = counts;
  }

  /** Registers the meters. */
  static List<Meter> register(MeterRegistry registry, Supplier<MirrorCounts> counts) {
    return new MirrorMeters(registry, counts).register();
  }

  private List<Meter> register() {
    known("sites", "Sites whose paths are kept", MirrorCounts::sites);
    known("pairs", "Pairs of places that may be mirrors", MirrorCounts::pairs);
    known("declared", "Declared mirrors", MirrorCounts::mirrors);
    known("rules", "Declared URL rules", MirrorCounts::rules);
    counted("observations", "Verdicts that mirrors are learned from", MirrorCounts::observations);
    dropped("not-sampled", MirrorCounts::notSampled);
    dropped("evicted", MirrorCounts::evicted);
    dropped("site-refused", MirrorCounts::sitesRefused);
    dropped("pair", MirrorCounts::pairsDropped);
    dropped("evaluation", MirrorCounts::leftOut);
    return meters;
  }

  private void known(String name, String description, ToDoubleFunction<MirrorCounts> count) {
    meters.add(
        Gauge.builder(MIRRORS + name, () -> count.applyAsDouble(counts.get()))
            .description(description)
            .register(registry));
  }

  private void dropped(String what, ToDoubleFunction<MirrorCounts> count) {
    counted("dropped", DROPPED, count, "what", what);
  }

  private void counted(
      String name, String description, ToDoubleFunction<MirrorCounts> count, String... tags) {
    meters.add(
        FunctionCounter.builder(MIRRORS + name, counts, now -> count.applyAsDouble(now.get()))
            .description(description)
            .tags(tags)
            .register(registry));
  }
}
