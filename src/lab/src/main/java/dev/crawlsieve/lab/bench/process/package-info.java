/**
 * Processes of this program that a chaos run starts, watches, kills and restarts. Start reading at
 * {@link Member}. Tests: {@code ChaosRunIT}.
 */
package dev.crawlsieve.lab.bench.process;
