/**
 * Pages out of files: WARC, ARC, WACZ, JSON lines, folders, compressed or not, damaged or not;
 * never more than a bounded amount of one in memory. Start reading at {@link PageInputs}. Sources:
 * ISO 28500 (WARC 1.1), RFC 1952 (gzip), RFC 9110 (content encodings).
 */
package dev.crawlsieve.core.input;
