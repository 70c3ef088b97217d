/**
 * The topology: fingerprint, decide, route, and the optional mirrors, clusters and wings; its
 * stores and records. Start reading at {@link SieveTopology} with topology.md. Tests: {@code
 * SieveTopologyTest}.
 */
package dev.crawlsieve.stream.topology;
