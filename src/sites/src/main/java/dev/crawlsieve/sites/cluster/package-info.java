/**
 * Clusters: pages that copy each other, and which of them is preferred. All state is in a {@link
 * dev.crawlsieve.core.bytemap.ByteMap}; no Kafka. Start reading at {@link LaneClusters}. Tests:
 * {@code ClusterPropertyTest}.
 */
package dev.crawlsieve.sites.cluster;
