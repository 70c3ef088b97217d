/**
 * Shows single pages: fingerprints, extracted text, explanations, comparisons, mirrors. Start
 * reading at {@link PageLines}. Tests: {@code NearestKeptTest}.
 */
package dev.crawlsieve.tool.inspect;
