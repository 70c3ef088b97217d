/**
 * Sweeps and audits of a log that stands on topics: reads it for {@code core.sweep}. Start reading
 * at {@link LogReplay} and {@link VerdictAudit}.
 */
package dev.crawlsieve.stream.replay;
