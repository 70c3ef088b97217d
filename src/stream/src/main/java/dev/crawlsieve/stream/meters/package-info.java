/**
 * Counts, metrics and health of a running instance: what it has done and how it fares. Start
 * reading at {@link MeteredRun}, which observes the instance.
 */
package dev.crawlsieve.stream.meters;
