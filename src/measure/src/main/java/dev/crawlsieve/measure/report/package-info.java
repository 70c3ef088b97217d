/**
 * What reports share: templates filled with records, the stylesheet, charts of curves and tables of
 * text. Templates are next to the classes that fill them, in the resources. Start reading at {@link
 * ReportTemplate}. Tests: {@code SweepHtmlTest}.
 */
package dev.crawlsieve.measure.report;
