/**
 * Has running lanes forget a site, or what is below a URL, and lists the records that stay of it.
 * Start reading at {@link SiteRemoval}. Tests: {@code SiteRemovalTest}, {@code ForgetIT}.
 */
package dev.crawlsieve.stream.forget;
