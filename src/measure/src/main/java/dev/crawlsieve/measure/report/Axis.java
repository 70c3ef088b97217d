package dev.crawlsieve.measure.report;

import java.util.function.DoubleFunction;

/**
 * An axis of a chart.
 *
 * @param label what the axis shows; empty if the text around the chart says it
 * @param ticks the ticks, from the start of the axis to its end
 * @param texts formats the value of a tick
 */
public record Axis(String label, Ticks ticks, DoubleFunction<String> texts) {

  String text(double value) {
    return texts.apply(value);
  }

  /** The position of a value between the start of the axis, 0, and its end, 1. */
  double share(double value) {
    return (value - ticks.start()) / (ticks.end() - ticks.start());
  }
}
