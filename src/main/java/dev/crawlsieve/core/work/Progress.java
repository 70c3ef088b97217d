package dev.crawlsieve.core.work;

/**
 * Progress of the work.
 *
 * @param pages pages read so far
 * @param bytes bytes of their values
 * @param routed pages that have come out, or -1 if none are expected
 * @param done share of the input that has been read, in [0, 1]; -1 if unknown
 * @param seconds time since the first page
 */
public record Progress(long pages, long bytes, long routed, double done, double seconds) {}
