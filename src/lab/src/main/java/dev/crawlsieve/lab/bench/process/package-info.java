/**
 * Processes of this program that a benchmark or a chaos run starts, watches, kills and starts
 * again. Start reading at {@link Member}.
 */
package dev.crawlsieve.lab.bench.process;
