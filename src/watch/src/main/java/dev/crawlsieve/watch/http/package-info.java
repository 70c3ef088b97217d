/**
 * A small HTTP server for observing a running instance: metrics, health, JSON and one page. It does
 * not know Kafka; classes that answer requests register with {@link
 * dev.crawlsieve.watch.http.Routes}. Start reading at {@link
 * dev.crawlsieve.watch.http.WatchServer}. Tests: {@code WatchServerTest}.
 */
package dev.crawlsieve.watch.http;
