/**
 * Sweeps and audits of a log on topics or in files, which it reads for {@code measure.sweep}. Start
 * reading at {@link LogReplay} and {@link VerdictAudit}. Tests: {@code LogReplayIT}.
 */
package dev.crawlsieve.measure.replay;
