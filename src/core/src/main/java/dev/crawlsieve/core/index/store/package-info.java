/**
 * The rule at speed: tables in memory and on disk (RocksDB) from keys to kept pages, and the log of
 * their records. Gives the answers of the linear scan of {@code index}, which it uses, on any
 * input. The terms and a picture of the layers are in the package comment of {@link
 * dev.crawlsieve.core.index}. Start reading at {@link TableIndex}, then {@link LeaderFinder}.
 */
package dev.crawlsieve.core.index.store;
