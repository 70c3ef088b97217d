/**
 * A whole run on one machine: a broker inside the process, pages that are produced to it, and a
 * count of the results. Start reading at {@link LocalSieve}. Tests: {@code LocalSieveIT}.
 */
@NullMarked
package dev.crawlsieve.tool.quickstart;

import org.jspecify.annotations.NullMarked;
