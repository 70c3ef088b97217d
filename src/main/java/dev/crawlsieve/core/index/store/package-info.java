/**
 * The rule at speed: tables in memory and on disk (RocksDB) from keys to kept pages, and the log of
 * their records. Equals the linear scan of {@code index}, which it uses, on any input. Start
 * reading at {@link TableIndex}, then {@link LeaderFinder}.
 */
package dev.crawlsieve.core.index.store;
