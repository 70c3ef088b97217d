/**
 * What verdicts reveal about URLs: mirrors, and differences between a site's URLs that do not
 * matter. Mirrors are places that have the same pages under the same paths; what does not matter
 * within a site is a rule. No Kafka.
 */
package dev.crawlsieve.core.mirror;
