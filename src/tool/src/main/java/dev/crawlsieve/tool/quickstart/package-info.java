/**
 * A whole run on one machine: a broker inside the process, pages produced to it, and what became of
 * them. Start reading at {@link LocalSieve}. Tests: {@code LocalSieveIT}.
 */
@NullMarked
package dev.crawlsieve.tool.quickstart;

import org.jspecify.annotations.NullMarked;
