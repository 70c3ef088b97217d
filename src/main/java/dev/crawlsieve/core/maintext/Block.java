package dev.crawlsieve.core.maintext;

/**
 * A block of a page as the main-text classifier saw it.
 *
 * @param index its place among the page's blocks, from 0
 * @param path the names of the elements it is in, outermost first, each with what it was taken for
 * @param text its text
 * @param features what was counted of it
 * @param kept whether it belongs to the main text
 * @param reason the rule that decided
 */
public record Block(
    int index, String path, String text, BlockFeatures features, boolean kept, String reason) {}
