/**
 * A crawled page as it comes: the event in JSON or raw bytes, its URL in normal form (RFC 3986),
 * its body decoded by charset, and why it is refused or not judged. Uses {@code text}. Start
 * reading at {@link PageEventParser}; the body's way to characters is in {@link BodyDecoder}.
 */
package dev.crawlsieve.core.page;
