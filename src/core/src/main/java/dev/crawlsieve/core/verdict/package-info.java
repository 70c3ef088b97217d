/**
 * One decision per page, and its record. Start reading at {@link Decider}. {@link Verdict} with its
 * {@link Evidence} is the result; {@link VerdictCodec} is the stored format. Tests: {@code
 * DeciderTest}.
 */
@NullMarked
package dev.crawlsieve.core.verdict;

import org.jspecify.annotations.NullMarked;
