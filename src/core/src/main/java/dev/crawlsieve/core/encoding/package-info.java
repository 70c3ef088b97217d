/**
 * Undoes gzip, bounded in output and work for any bytes. Start reading at {@link GzipMembers}.
 * Tests: {@code DamagedArchiveTest}. Source: RFC 1952 (gzip).
 */
package dev.crawlsieve.core.encoding;
