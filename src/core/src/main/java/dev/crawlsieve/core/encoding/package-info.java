/**
 * Undoes gzip and HTTP's content encodings, bounded in output and work; whatever the bytes are, it
 * ends. Start reading at {@link ContentEncoding}. Sources: RFC 1952 (gzip), RFC 9110, section 8.4
 * (content encodings).
 */
package dev.crawlsieve.core.encoding;
