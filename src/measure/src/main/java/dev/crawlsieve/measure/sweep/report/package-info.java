/**
 * A sweep of settings as text, JSON and one HTML page with charts. Uses {@code sweep} and {@code
 * diff}. Start reading at {@link SweepHtml}. Tests: {@code SweepHtmlTest}.
 */
package dev.crawlsieve.measure.sweep.report;
