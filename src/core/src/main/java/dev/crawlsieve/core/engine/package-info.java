/**
 * The face for other programs: body to fingerprint ({@link BodyFingerprinter}), fingerprint to
 * verdict ({@link Sieve}). It uses the product's defaults. {@code docs/library.md} lists the types
 * that keep their meaning from one release to the next; a test holds that list. Nothing in the
 * product uses this room. Start reading at {@link Sieve}. Tests: {@code SieveTest}.
 */
@NullMarked
package dev.crawlsieve.core.engine;

import org.jspecify.annotations.NullMarked;
