/**
 * Utilities for long-running work: failures in one sentence, progress, stalls, folders, memory,
 * disk. A leaf. Start reading at {@link SieveException}. Tests: {@code MachineFaultsTest}.
 */
package dev.crawlsieve.core.work;
