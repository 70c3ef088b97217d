/**
 * One decision per page, and its record. Uses {@code index}. Start reading at {@link Decider};
 * {@link Verdict} and its {@link Evidence} are the result, {@link VerdictCodec} is the format.
 * Tests: {@code DeciderTest}.
 */
@NullMarked
package dev.crawlsieve.core.verdict;

import org.jspecify.annotations.NullMarked;
