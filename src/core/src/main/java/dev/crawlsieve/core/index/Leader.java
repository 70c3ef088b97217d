package dev.crawlsieve.core.index;

/**
 * A leader and its ordinal in its lane.
 *
 * @param ordinal from 0, in the order in which the leaders were kept
 */
public record Leader(long ordinal, LeaderRecord record) {}
