/**
 * Files in, files out, without a broker: pages are read once, in order, fingerprinted on all cores,
 * decided on one after the other against the same index as in the stream, and written straight to
 * files. Start reading at {@link FileSieve}. Tests: {@code FileSieveTest}.
 */
package dev.crawlsieve.files.sieve;
