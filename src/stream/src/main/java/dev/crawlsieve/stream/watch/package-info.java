/**
 * Watches a running instance: counts, health, and answers for {@link dev.crawlsieve.stream.http}.
 */
package dev.crawlsieve.stream.watch;
