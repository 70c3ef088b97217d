/**
 * Counts what the topology does, in meters. Start reading at {@link
 * dev.crawlsieve.stream.meters.SieveMeters}. Tests: {@code SieveMetersTest}.
 */
package dev.crawlsieve.stream.meters;
