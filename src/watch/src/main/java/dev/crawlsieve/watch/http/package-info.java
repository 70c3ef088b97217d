/**
 * A small server for observing a running instance: metrics, health, JSON and one page. It knows no
 * Kafka; those who answer register with {@link dev.crawlsieve.watch.http.Routes}. Start reading at
 * {@link dev.crawlsieve.watch.http.WatchServer}. Tests: {@code WatchServerTest}.
 */
package dev.crawlsieve.watch.http;
