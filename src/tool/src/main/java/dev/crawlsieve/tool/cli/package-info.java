/**
 * The commands, one class each, and nothing else. Start reading at {@link CommandLines}. Tests:
 * {@code CommandLinesTest}.
 */
package dev.crawlsieve.tool.cli;
