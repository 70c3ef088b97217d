/**
 * What verdicts reveal about URLs. Mirrors are places that have the same pages under the same
 * paths. A URL rule is a difference between the URLs of one site that does not matter. No Kafka.
 * Start reading at {@link Mirrors}. Tests: {@code MirrorsTest}.
 */
package dev.crawlsieve.sites.mirror;
