/**
 * Crawled pages as they arrive: the event in JSON or raw bytes, its URL, its decoded body, and why
 * a page is rejected or not judged. URLs are normalised (RFC 3986). Start reading at {@link
 * PageEventParser}; {@link BodyDecoder} decodes the body. Tests: {@code PageEventFormsTest}.
 */
@NullMarked
package dev.crawlsieve.core.page;

import org.jspecify.annotations.NullMarked;
