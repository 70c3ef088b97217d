package dev.crawlsieve.stream.meters;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Things of one kind that are on this instance for a while, such as the indexes of lanes, and the
 * meters of each while it is. One that is opened takes the place of an earlier one that is not yet
 * closed, which no longer works. Thread-safe.
 */
final class OpenMeters<T> {

  private record Open<T>(T thing, List<Meter> meters) {}

  /** Registers a meter of a thing. */
  private interface Figure<T> {
    Meter register(T thing, Tags place);
  }

  private final MeterRegistry registry;
  private final List<Figure<T>> figures = new ArrayList<>();
  private final Map<Integer, Open<T>> open = new ConcurrentHashMap<>();

  OpenMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Each thing has this gauge, too; to be called before any is opened. */
  OpenMeters<T> gauge(String name, String description, ToDoubleFunction<T> value, String... tags) {
    figures.add(
        (thing, place) ->
            Gauge.builder(name, () -> value.applyAsDouble(thing))
                .description(description)
                .tags(place.and(tags))
                .register(registry));
    return this;
  }

  /** Each thing has this counter, too; to be called before any is opened. */
  OpenMeters<T> counter(
      String name, String description, ToDoubleFunction<T> value, String... tags) {
    figures.add(
        (thing, place) ->
            FunctionCounter.builder(name, thing, value)
                .description(description)
                .tags(place.and(tags))
                .register(registry));
    return this;
  }

  synchronized void open(int number, T thing, Tags place) {
    close(number, any -> true);
    List<Meter> meters = figures.stream().map(each -> each.register(thing, place)).toList();
    open.put(number, new Open<>(thing, meters));
  }

  /**
   * Forgets a thing and its meters, unless another has taken its place.
   *
   * @return whether it was forgotten
   */
  synchronized boolean close(int number, Predicate<T> same) {
    Open<T> closed = open.get(number);
    if (closed == null || !same.test(closed.thing())) {
      return false;
    }
    open.remove(number);
    closed.meters().forEach(registry::remove);
    return true;
  }

  /** The thing of this number, or null. */
  T get(int number) {
    Open<T> found = open.get(number);
    return found == null ? null : found.thing();
  }

  /** All things by their numbers, in ascending order. */
  Map<Integer, T> all() {
    Map<Integer, T> all = new TreeMap<>();
    open.forEach((number, one) -> all.put(number, one.thing()));
    return all;
  }
}
