/**
 * Failures: told to users in one sentence, recognised by their cause, and counted by their reasons.
 * A leaf. Start reading at {@link SieveException}. Tests: {@code MachineFaultsTest}.
 */
package dev.crawlsieve.core.failure;
