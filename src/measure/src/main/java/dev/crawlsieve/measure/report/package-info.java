/**
 * Shared parts of reports: templates that are filled with records, the stylesheet, charts of
 * curves, and tables of text. A template is a resource next to the class that fills it. Start
 * reading at {@link ReportTemplate}. Tests: {@code SweepHtmlTest}.
 */
package dev.crawlsieve.measure.report;
