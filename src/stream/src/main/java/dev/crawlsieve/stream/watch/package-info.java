/**
 * Shows a running instance over HTTP: searches by URL and differences between pages, beside
 * what {@code stream.meters} and {@code stream.ask} know. Start reading at {@link Watch}.
 */
package dev.crawlsieve.stream.watch;
