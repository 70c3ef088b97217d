/**
 * The commands, with one class for each. Start reading at {@link CommandLines}. Tests: {@code
 * CommandLinesTest}.
 */
package dev.crawlsieve.tool.cli;
