/**
 * Shows a running instance over HTTP: its health and metrics, searches by URL and differences
 * between pages, besides what {@code stream.ask} knows. Start reading at {@link
 * dev.crawlsieve.stream.watch.Watch}. Tests: {@code WatchIT}.
 */
package dev.crawlsieve.stream.watch;
