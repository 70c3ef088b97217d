/**
 * The sieve on files, without a broker: pages are read once, in order, fingerprinted on all cores,
 * decided one after the other against the same index as in the stream, and written straight to
 * files. Start with {@link dev.crawlsieve.sieve.FileSieve}.
 */
package dev.crawlsieve.sieve;
