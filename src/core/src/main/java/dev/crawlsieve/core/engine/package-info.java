/**
 * The engine: from a record to its page's fingerprint ({@link PagePipeline}), and from fingerprints
 * to verdicts ({@link Lane}). Run, sieve, replay and ask are made of these two, and so is the face
 * for other programs: {@link BodyFingerprinter} and {@link Sieve}, which use the product's
 * defaults. {@code docs/library.md} lists the types that keep their meaning from one release to the
 * next; a test holds that list. Start reading at {@link PagePipeline}. Tests: {@code SieveTest}.
 */
@NullMarked
package dev.crawlsieve.core.engine;

import org.jspecify.annotations.NullMarked;
