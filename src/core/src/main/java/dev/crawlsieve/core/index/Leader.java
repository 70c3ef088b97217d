package dev.crawlsieve.core.index;

/**
 * A leader and its ordinal in its lane.
 *
 * @param ordinal its number in the order in which leaders were kept, from 0
 */
public record Leader(long ordinal, ComparedPage record) {}
