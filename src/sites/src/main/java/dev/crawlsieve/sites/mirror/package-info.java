/**
 * What verdicts reveal about URLs: mirrors, and differences between a site's URLs that do not
 * matter. Mirrors are places that have the same pages under the same paths; what does not matter
 * within a site is a rule. No Kafka. Start reading at {@link Mirrors}. Tests: {@code MirrorsTest}.
 */
package dev.crawlsieve.sites.mirror;
