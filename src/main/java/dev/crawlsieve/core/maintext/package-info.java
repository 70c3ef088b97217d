/**
 * What of a page is its main text, and what is navigation, advertisements and boilerplate: blocks
 * with features, and rules on them. Uses {@code html}, {@code page} and {@code text}. Start reading
 * at {@link MainText}.
 */
package dev.crawlsieve.core.maintext;
