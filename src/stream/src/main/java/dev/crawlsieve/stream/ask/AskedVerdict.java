package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.verdict.Verdict;

/**
 * What would be decided on a page.
 *
 * @param asOf offset of the lane up to which pages had been decided on, at least; -1 if there were
 *     none
 */
record AskedVerdict(Verdict verdict, long asOf) {}
