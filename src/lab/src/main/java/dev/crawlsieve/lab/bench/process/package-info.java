/**
 * Processes of this program that a chaos run starts, watches, kills and restarts. Start reading at
 * {@link Member}.
 */
package dev.crawlsieve.lab.bench.process;
