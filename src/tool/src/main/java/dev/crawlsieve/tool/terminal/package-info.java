/**
 * What commands share: console, tables, progress, options, failure reports. Also the extension
 * point for the commands of the lab ({@link AddedCommand}). Start reading at {@link Console}.
 */
package dev.crawlsieve.tool.terminal;
