/**
 * Counts what the topology does, in meters. Start reading at {@link
 * dev.crawlsieve.stream.meters.SieveMeters}.
 */
package dev.crawlsieve.stream.meters;
