/**
 * The sieve under faults: brokers and instances are killed, paused and restarted while pages flow.
 * Each is a process of its own. Good and bad pages flow, and at the end it is checked that nothing
 * was lost, duplicated or decided differently. Start reading at {@link ChaosRun}; {@link
 * PoisonTurns} has the bad input. Tests: {@code ChaosRunIT}.
 */
package dev.crawlsieve.lab.chaos;
