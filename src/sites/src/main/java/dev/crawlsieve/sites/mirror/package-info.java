/**
 * Learns about URLs from verdicts: mirrors, places that have the same pages under the same paths;
 * and URL rules, differences between the URLs of one site that do not matter. No Kafka. Start
 * reading at {@link Mirrors}. Tests: {@code MirrorsTest}.
 */
package dev.crawlsieve.sites.mirror;
