/**
 * Undoes gzip and the content encodings of HTTP, whatever the bytes are: bounded in output and
 * work. Start reading at {@link ContentEncoding}. Sources: RFC 1952 (gzip), RFC 9110, section 8.4
 * (content encodings).
 */
package dev.crawlsieve.core.encoding;
