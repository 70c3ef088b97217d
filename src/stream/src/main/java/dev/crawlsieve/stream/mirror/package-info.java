/**
 * The wing that learns mirrors and URL rules from verdicts, in one task. Start reading at {@link
 * MirrorsTopology}; what it learns is in {@code sites.mirror}. Tests: {@code MirrorsTopologyTest}.
 */
package dev.crawlsieve.stream.mirror;
