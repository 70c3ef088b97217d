/**
 * Separates a page's main text from navigation, advertisements and boilerplate, by rules on its
 * blocks and their features. Uses {@code html}, {@code page} and {@code text}. Start reading at
 * {@link MainText}.
 */
package dev.crawlsieve.core.maintext;
