/**
 * The sieve under faults: brokers and instances as processes of their own that are killed, paused
 * and restarted while pages flow, good ones and bad ones, and the check that nothing was lost,
 * doubled or decided otherwise. Start reading at {@link ChaosRun}; what is bad, at {@link
 * PoisonTurns}.
 */
package dev.crawlsieve.chaos;
