package dev.crawlsieve.files.sieve;

/**
 * A page as a record of a web archive.
 *
 * @param capture what a {@code revisit} record says about it
 * @param httpHeader the HTTP header with the empty line that ends it; empty if the page has none,
 *     or if it is too long to be repeated in a revisit
 * @param member the whole record, as a gzip member
 * @param request the record of the request that it answers, as a gzip member; empty if the request
 *     is a GET, or unknown
 */
record ArchivedPage(Capture capture, byte[] httpHeader, byte[] member, byte[] request) {}
