package dev.crawlsieve.stream.meters;

import dev.crawlsieve.core.mirror.MirrorCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Metrics of mirrors, while they are learned on this instance. Thread-safe. */
final class MirrorMeters {

  private final MeterRegistry registry;
  private final List<Meter> meters = new ArrayList<>();
  private Supplier<MirrorCounts> open;

  MirrorMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  synchronized void opened(Supplier<MirrorCounts> counts) {
    // An earlier store that is not yet closed no longer learns.
    removeAll();
    open = counts;
    counter("observations", "Verdicts that mirrors are learned from", MirrorCounts::observations);
    dropped("not-sampled", MirrorCounts::notSampled);
    dropped("evicted", MirrorCounts::evicted);
    dropped("site-refused", MirrorCounts::sitesRefused);
    dropped("link", MirrorCounts::linksDropped);
    dropped("pair", MirrorCounts::pairsDropped);
    dropped("evaluation", MirrorCounts::leftOut);
    counter("links", "Links between sites that pages carried", MirrorCounts::links);
    gauge("sites", "Sites whose paths are kept", MirrorCounts::sites);
    gauge("pairs", "Pairs of places that may be mirrors", MirrorCounts::pairs);
    gauge("declared", "Declared mirrors", MirrorCounts::mirrors);
    gauge("rules", "Declared URL rules", MirrorCounts::rules);
  }

  private void dropped(String what, ToDoubleFunction<MirrorCounts> count) {
    Supplier<MirrorCounts> counts = open;
    meters.add(
        FunctionCounter.builder(
                "crawlsieve.mirrors.dropped", counts, from -> count.applyAsDouble(from.get()))
            .description(
                "Observations, sampled paths, links and pairs of places dropped for lack of room, and"
                    + " evaluations left out because they are too much work for one record")
            .tag("what", what)
            .register(registry));
  }

  private void counter(String name, String description, ToDoubleFunction<MirrorCounts> count) {
    Supplier<MirrorCounts> counts = open;
    meters.add(
        FunctionCounter.builder(
                "crawlsieve.mirrors." + name, counts, from -> count.applyAsDouble(from.get()))
            .description(description)
            .register(registry));
  }

  private void gauge(String name, String description, ToDoubleFunction<MirrorCounts> count) {
    Supplier<MirrorCounts> counts = open;
    meters.add(
        Gauge.builder("crawlsieve.mirrors." + name, () -> count.applyAsDouble(counts.get()))
            .description(description)
            .register(registry));
  }

  synchronized void closed(Supplier<MirrorCounts> counts) {
    if (open == counts) {
      removeAll();
    }
  }

  /** The counts, if mirrors are learned on this instance. */
  synchronized Optional<MirrorCounts> now() {
    return Optional.ofNullable(open).map(Supplier::get);
  }

  private void removeAll() {
    meters.forEach(registry::remove);
    meters.clear();
    open = null;
  }
}
