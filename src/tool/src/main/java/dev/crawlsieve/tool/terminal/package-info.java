/**
 * What commands share: console, tables, progress, options, failure reports, and the extension point
 * for commands in other source folders ({@link AddedCommand}). Start reading at {@link Console}.
 */
package dev.crawlsieve.tool.terminal;
