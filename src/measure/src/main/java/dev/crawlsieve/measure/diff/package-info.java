/**
 * The differences between two texts, word by word. A leaf. Start reading at {@link TextDiff}.
 * Tests: {@code TextDiffTest}.
 */
package dev.crawlsieve.measure.diff;
