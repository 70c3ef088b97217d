/**
 * Shows a running instance over HTTP: health, metrics, searches by URL, and the answers of {@code
 * watch.ask}. Start reading at {@link dev.crawlsieve.watch.live.Watch}. Tests: {@code WatchIT}.
 */
package dev.crawlsieve.watch.live;
