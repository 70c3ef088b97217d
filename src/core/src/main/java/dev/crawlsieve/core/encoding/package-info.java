/**
 * Undoes gzip, bounded in output and work; whatever the bytes are, it ends. Start reading at {@link
 * GzipMembers}. Source: RFC 1952 (gzip).
 */
package dev.crawlsieve.core.encoding;
