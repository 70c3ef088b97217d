package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.index.ComparedPage;

/**
 * A page of a lane.
 *
 * @param lane number of the lane
 */
public record LanePage(int lane, ComparedPage page) {}
