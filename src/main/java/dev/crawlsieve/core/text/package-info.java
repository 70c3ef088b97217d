/**
 * Characters: UTF-8 as bytes, normal form, what counts as a space. Knows no pages. Start reading at
 * {@link Utf8Text}; NFC and its bound on combining marks (UAX #15, stream-safe text) are in {@link
 * StreamSafe}.
 */
package dev.crawlsieve.core.text;
