/**
 * Decompresses gzip, with bounds on output and work for any input. Start reading at {@link
 * GzipMembers}. Tests: {@code DamagedArchiveTest}. Source: RFC 1952 (gzip).
 */
package dev.crawlsieve.core.encoding;
