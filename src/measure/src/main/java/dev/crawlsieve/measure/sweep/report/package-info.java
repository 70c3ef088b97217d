/**
 * A sweep of settings as text, as JSON and as an HTML page with charts. Start reading at {@link
 * SweepHtml}. Tests: {@code SweepHtmlTest}.
 */
package dev.crawlsieve.measure.sweep.report;
