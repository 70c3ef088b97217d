/**
 * A small server for looking at a running instance: metrics, health, JSON and one page. It knows no
 * Kafka; what it shows comes through {@link dev.crawlsieve.stream.http.Watched}.
 */
package dev.crawlsieve.stream.http;
