package dev.crawlsieve.stream.feed;

/**
 * A page that was dropped, and why.
 *
 * @param url its URL
 * @param kind {@code exact}, {@code near} or {@code revisit}
 * @param original URL of the kept page that it matches
 * @param distance Hamming distance of the two SimHashes, in bits
 * @param similarity estimated Jaccard similarity in [0, 1]; negative if there is no estimate
 */
public record DroppedPage(
    String url, String kind, String original, int distance, double similarity) {}
