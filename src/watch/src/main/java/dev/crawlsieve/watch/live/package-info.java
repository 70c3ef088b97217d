/**
 * Shows a running instance over HTTP: its health and metrics, searches by URL and differences
 * between pages, besides what {@code watch.ask} knows. Start reading at {@link
 * dev.crawlsieve.watch.live.Watch}. Tests: {@code WatchIT}.
 */
package dev.crawlsieve.watch.live;
