/**
 * What commands share: console, tables, progress, options, how failures are told, and the door for
 * commands of other source folders ({@link AddedCommand}). Start reading at {@link Console}.
 */
package dev.crawlsieve.tool.terminal;
