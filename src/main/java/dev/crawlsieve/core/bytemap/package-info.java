/**
 * An ordered map of bytes: what clusters and mirrors need of a store, whether it is in Kafka
 * Streams, on disk or on the heap. A leaf. Start reading at {@link ByteMap}.
 */
package dev.crawlsieve.core.bytemap;
