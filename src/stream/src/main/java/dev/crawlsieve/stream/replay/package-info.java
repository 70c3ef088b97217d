/**
 * Sweeps and audits of a log on topics or in files, which it reads for {@code core.sweep}. Start
 * reading at {@link LogReplay} and {@link VerdictAudit}.
 */
package dev.crawlsieve.stream.replay;
