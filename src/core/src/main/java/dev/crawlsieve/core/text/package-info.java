/**
 * Characters: UTF-8 as bytes, normal forms and white space; also the SHA-256 of bytes. Knows
 * nothing of pages. Start reading at {@link Utf8Text}; the limit on combining marks (UAX #15,
 * stream-safe text) is in {@link StreamSafe}. Tests: {@code StreamSafeTest}.
 */
package dev.crawlsieve.core.text;
