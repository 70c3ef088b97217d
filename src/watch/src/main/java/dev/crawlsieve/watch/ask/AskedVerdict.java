package dev.crawlsieve.watch.ask;

import dev.crawlsieve.core.verdict.Verdict;

/**
 * The verdict that a page would get.
 *
 * @param asOf offset in the lane up to which pages, at least, had been decided on; -1 if none had
 *     been
 */
public record AskedVerdict(Verdict verdict, long asOf) {}
