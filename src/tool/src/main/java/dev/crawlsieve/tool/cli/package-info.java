/** The commands, one class each, and nothing else. Start reading at {@link CommandLines}. */
package dev.crawlsieve.tool.cli;
