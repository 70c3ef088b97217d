/**
 * Processes of this program that a chaos run or a benchmark starts and watches. Start reading at
 * {@link Member}. Tests: {@code ChaosRunIT}.
 */
package dev.crawlsieve.lab.bench.process;
