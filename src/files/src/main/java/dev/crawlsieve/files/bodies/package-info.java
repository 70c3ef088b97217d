/**
 * Reads bodies that page events refer to, only from folders and addresses in the settings: one
 * record of a web archive at a time, bounded in bytes and time. Start reading at {@link Bodies}.
 * Tests: {@code BodiesTest}. Sources: ISO 28500 (WARC 1.1), RFC 9110, section 14 (range requests).
 */
package dev.crawlsieve.files.bodies;
