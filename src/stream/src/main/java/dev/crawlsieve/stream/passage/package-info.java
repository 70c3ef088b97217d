/**
 * The wing that learns passages from pages, each site's in one task. Start reading at {@link
 * PassagesTopology}; what it learns is in {@code sites.passage}. Tests: {@code
 * PassagesTopologyTest}.
 */
package dev.crawlsieve.stream.passage;
