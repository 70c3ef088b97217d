/**
 * Separates a page's main text from navigation, advertisements and boilerplate. Rules look at the
 * page's blocks and their features. Uses {@code html}, {@code page} and {@code text}. Start reading
 * at {@link MainText}. Tests: {@code MainTextTest}.
 */
package dev.crawlsieve.core.maintext;
