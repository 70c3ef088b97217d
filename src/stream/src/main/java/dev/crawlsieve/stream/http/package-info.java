/**
 * A small server for observing a running instance: metrics, health, JSON and one page. It knows no
 * Kafka; its data comes through {@link dev.crawlsieve.stream.http.Watched}.
 */
package dev.crawlsieve.stream.http;
