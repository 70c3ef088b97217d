/**
 * Evaluations and comparisons as text, and drops to judge as HTML. Start reading at {@link
 * EvaluationTable}. Tests: {@code SampleHtmlTest}.
 */
package dev.crawlsieve.measure.eval.report;
