/**
 * The differences between two texts, by lines and by words. A leaf. Start reading at {@link
 * TextDiff}. Tests: {@code TextDiffTest}.
 */
package dev.crawlsieve.measure.diff;
