package dev.crawlsieve.core.maintext;

/**
 * A block of a page as the main-text classifier sees it.
 *
 * @param index its index among the page's blocks, from 0
 * @param path the names of the elements that contain it, outermost first, each with its
 *     classification
 * @param text its text
 * @param kept whether it belongs to the main text
 * @param reason the rule that decided
 */
public record Block(int index, String path, String text, boolean kept, String reason) {}
