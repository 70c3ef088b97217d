/**
 * Crawled pages as they arrive: the event in JSON or raw bytes, its URL in normal form (RFC 3986),
 * its body decoded by charset, and why a page is rejected or not judged. Uses {@code text}. Start
 * reading at {@link PageEventParser}; {@link BodyDecoder} decodes the body.
 */
package dev.crawlsieve.core.page;
