package dev.crawlsieve.measure.report;

import java.util.function.DoubleFunction;

/**
 * An axis of a chart.
 *
 * @param label what it shows; empty if the text around the chart says so
 * @param ticks from its start to its end
 * @param texts writes a tick's value
 */
public record Axis(String label, Ticks ticks, DoubleFunction<String> texts) {

  String text(double value) {
    return texts.apply(value);
  }

  /** Where a value lies between the axis' start, 0, and its end, 1. */
  double share(double value) {
    return (value - ticks.start()) / (ticks.end() - ticks.start());
  }
}
