/**
 * A scanner of HTML that tells what a page's tree would hold without building it; knows nothing of
 * pages. Uses {@code text}.
 */
package dev.crawlsieve.core.html;
