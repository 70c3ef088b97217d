/**
 * The topology: fingerprint, decide, route, and the optional mirrors, passages and clusters; its
 * stores and records. Uses {@code core}, {@code stream.index}, and {@code pending} for bodies whose
 * verdict is being made. Start reading at {@link SieveTopology} with topology.md. Tests: {@code
 * SieveTopologyTest}.
 */
package dev.crawlsieve.stream.topology;
