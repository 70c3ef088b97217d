/**
 * Reads pages from files: WARC, ARC, WACZ, JSON lines, Parquet, zips, folders; compressed or not,
 * damaged or not. Memory for one input is bounded. Start reading at {@link PageInputs}. Tests:
 * {@code PageInputsTest}. Sources: ISO 28500 (WARC 1.1), RFC 1952 (gzip), RFC 9110 (content
 * encodings).
 */
package dev.crawlsieve.files.input;
