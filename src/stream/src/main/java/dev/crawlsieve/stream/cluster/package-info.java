/**
 * The wing that forms clusters of pages that copy each other, where pages are decided on. Start
 * reading at {@link ClustersTopology}; what a cluster is, is in {@code sites.cluster}. Tests:
 * {@code ClustersTopologyTest}.
 */
package dev.crawlsieve.stream.cluster;
