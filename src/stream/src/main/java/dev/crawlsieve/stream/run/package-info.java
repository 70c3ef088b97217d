/**
 * One instance: its checks before the start, its clients, its failures, and the detection of
 * standstills. Start reading at {@link SieveRunner}. Tests: {@code SieveRunnerIT}.
 */
package dev.crawlsieve.stream.run;
