/**
 * Characters: UTF-8 as bytes, normal forms, what counts as white space; and the SHA-256 of bytes.
 * Knows nothing of pages. Start reading at {@link Utf8Text}; NFC and its limit on combining marks
 * (UAX #15, stream-safe text) are in {@link StreamSafe}. Tests: {@code StreamSafeTest}.
 */
package dev.crawlsieve.core.text;
