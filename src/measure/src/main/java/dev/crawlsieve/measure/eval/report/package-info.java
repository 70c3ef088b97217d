/**
 * An evaluation or a comparison as text, and drops to judge as HTML. Uses {@code eval}. Start
 * reading at {@link EvaluationTable}. Tests: {@code SampleHtmlTest}.
 */
package dev.crawlsieve.measure.eval.report;
