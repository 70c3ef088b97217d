/**
 * Files in, files out: {@code sieve} and {@code quickstart}. Start reading at {@link LocalSieve}.
 */
package dev.crawlsieve.tool.sieve;
