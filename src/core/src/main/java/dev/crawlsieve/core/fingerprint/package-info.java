/**
 * Text to features: tokens, shingles, SimHash and a MinHash sketch, and the record that holds them.
 * Start reading at {@link Fingerprinter}; {@link PageFingerprinter} leads to it from a record.
 * Tests: {@code FingerprinterTest}. Source of the SimHash: Charikar, "Similarity Estimation
 * Techniques from Rounding Algorithms", STOC 2002; {@link Sketch} names the source of the sketch.
 */
@NullMarked
package dev.crawlsieve.core.fingerprint;

import org.jspecify.annotations.NullMarked;
