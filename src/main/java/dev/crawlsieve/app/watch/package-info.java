/** Watches a running instance: counts, health, and answers for {@link dev.crawlsieve.http}. */
package dev.crawlsieve.app.watch;
