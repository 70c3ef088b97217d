/**
 * The topology: fingerprint, decide, route, their stores and records, and where wings hook in.
 * Start reading at {@link SieveTopology} with topology.md; {@code Wings} in {@code stream.run}
 * names the wings. Tests: {@code SieveTopologyTest}.
 */
package dev.crawlsieve.stream.topology;
