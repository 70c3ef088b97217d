/**
 * The sieve under faults: brokers and instances as processes of their own that are killed, paused
 * and restarted while pages flow, and the check that nothing was lost, doubled or decided
 * otherwise.
 */
package dev.crawlsieve.app.chaos;
