/**
 * A small server for observing a running instance: metrics, health, JSON and one page. It knows no
 * Kafka; those who answer register with {@link dev.crawlsieve.stream.http.Routes}. Start reading at
 * {@link dev.crawlsieve.stream.http.WatchServer}. Tests: {@code WatchServerTest}.
 */
package dev.crawlsieve.stream.http;
