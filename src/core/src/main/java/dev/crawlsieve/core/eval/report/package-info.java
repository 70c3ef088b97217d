/**
 * An evaluation or a comparison as text, JSON and HTML. Uses {@code eval}. Start reading at {@link
 * EvaluationTable}.
 */
package dev.crawlsieve.core.eval.report;
