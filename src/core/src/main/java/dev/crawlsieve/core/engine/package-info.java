/**
 * The engine: from a record to its page's fingerprint ({@link PagePipeline}), and from fingerprints
 * to verdicts ({@link Lane}). The commands {@code run}, {@code sieve}, {@code replay} and {@code
 * ask} are built on these two. So is the library for other programs: {@link BodyFingerprinter} and
 * {@link Sieve}, which use the product's defaults. {@code docs/library.md} lists the types that
 * keep their meaning from one release to the next; a test keeps that list complete. Start reading
 * at {@link PagePipeline}. Tests: {@code SieveTest}.
 */
@NullMarked
package dev.crawlsieve.core.engine;

import org.jspecify.annotations.NullMarked;
