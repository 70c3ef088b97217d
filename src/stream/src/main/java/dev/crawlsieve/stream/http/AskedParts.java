package dev.crawlsieve.stream.http;

/**
 * A page that another instance asks about, for the parts of a lane that are here.
 *
 * @param lane the lane's number
 * @param shards the numbers of the shards to search, in ascending order, with commas between them;
 *     null for the newest pages beside the decider
 * @param of number of shards of the lane
 * @param settings hash of the settings that decide at the other instance, in hexadecimal
 * @param nearest whether the nearest pages are wanted, and not only what decides
 * @param page the page as it travels through shards
 */
public record AskedParts(
    String lane, String shards, String of, String settings, boolean nearest, byte[] page) {}
