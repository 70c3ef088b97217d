/**
 * Long-running work: its progress, its standstills, and how it is stopped. Start reading at {@link
 * Stoppable}. Tests: {@code StoppableOrdersTest}.
 */
package dev.crawlsieve.core.work;
