/**
 * Shows single pages: fingerprints, extracted text, explanations, comparisons, mirrors. Start
 * reading at {@link PageLines}.
 */
package dev.crawlsieve.tool.inspect;
