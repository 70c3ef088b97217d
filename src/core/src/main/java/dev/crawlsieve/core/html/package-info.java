/**
 * A scanner of HTML that tells what a page holds in one pass; knows nothing of pages. Uses {@code
 * text}.
 */
package dev.crawlsieve.core.html;
