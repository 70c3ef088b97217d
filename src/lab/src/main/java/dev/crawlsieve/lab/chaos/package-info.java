/**
 * The sieve under faults: brokers and instances as separate processes that are killed, paused and
 * restarted while good and bad pages flow, and the check that nothing was lost, duplicated or
 * decided differently. Start reading at {@link ChaosRun}; {@link PoisonTurns} has the bad input.
 */
package dev.crawlsieve.lab.chaos;
