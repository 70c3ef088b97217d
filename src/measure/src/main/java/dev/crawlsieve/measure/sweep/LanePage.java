package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.index.LeaderRecord;

/**
 * A page of a lane.
 *
 * @param lane its number
 */
public record LanePage(int lane, LeaderRecord page) {}
