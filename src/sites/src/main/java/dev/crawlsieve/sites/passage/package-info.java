/**
 * Passages: what a site says on many of its pages, its frame. From the blocks of single pages, in
 * bounded memory, and how to take them out of a text. No Kafka. Start reading at {@link Passages}.
 * Tests: {@code PassagesTest}.
 */
@NullMarked
package dev.crawlsieve.sites.passage;

import org.jspecify.annotations.NullMarked;
