package dev.crawlsieve.tool.sieve;

/**
 * What became of the reference pages of a local run, none of which is routed.
 *
 * @param pages reference pages read
 * @param compared those that match no earlier page, which pages are compared with
 * @param unjudged those that are not judged
 * @param bytes bytes of the values that were read; none for pages whose fingerprints were known
 * @param copied pages of the crawl that were dropped as copies of a reference page
 */
public record CorpusCounts(long pages, long compared, long unjudged, long bytes, long copied) {}
