package dev.crawlsieve.watch.shard;

import dev.crawlsieve.core.verdict.Verdict;

/**
 * The decision that a page would get.
 *
 * @param asOf offset of the lane up to which pages had been decided on, at least; -1 if there were
 *     none
 */
public record AskedVerdict(Verdict verdict, long asOf) {}
