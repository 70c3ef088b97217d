/**
 * What a page calls itself, and whether two pages name the same item: title, first heading,
 * address. {@link PageName} is what is stored of a page's names, {@link PageNamer} makes it. Tests:
 * {@code PageNamerTest}.
 */
@NullMarked
package dev.crawlsieve.core.name;

import org.jspecify.annotations.NullMarked;
