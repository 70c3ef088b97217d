package dev.crawlsieve.core.work;

/**
 * The progress of some work.
 *
 * @param pages number of pages read so far
 * @param bytes total size of the values of these pages, in bytes
 * @param routed number of pages that have come out; -1 if none are expected
 * @param done share of the input that has been read, in [0, 1]; -1 if unknown
 * @param seconds time since the first page
 */
public record Progress(long pages, long bytes, long routed, double done, double seconds) {}
