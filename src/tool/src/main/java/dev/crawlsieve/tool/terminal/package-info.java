/**
 * Shared parts of commands: console, progress, options, and reports of failures. Also the extension
 * point for the commands of the lab ({@link AddedCommand}). Start reading at {@link Console}.
 * Tests: {@code ConsoleTest}.
 */
package dev.crawlsieve.tool.terminal;
