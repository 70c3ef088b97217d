/**
 * Separates a page's main text from navigation, advertisements and boilerplate. Rules decide on the
 * page's blocks by their features. Start reading at {@link MainText}. Tests: {@code MainTextTest}.
 */
package dev.crawlsieve.core.maintext;
