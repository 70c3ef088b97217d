package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;

/**
 * What was found out about a page.
 *
 * @param verdict what would be decided on it
 * @param nearest the nearest kept pages, the nearest first
 * @param leaders how many kept pages the lane has that have not expired
 * @param compared with how many of them the page was compared to find the nearest
 * @param asOf offset of the lane up to which pages had been decided on, at least; -1 if there were
 *     none
 */
record Neighbourhood(
    Verdict verdict, List<NearPage> nearest, long leaders, long compared, long asOf) {}
