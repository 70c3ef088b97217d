/**
 * An ordered map of bytes, the storage that clusters and mirrors need, whether in Kafka Streams, on
 * disk or on the heap. A leaf. Start reading at {@link ByteMap}.
 */
package dev.crawlsieve.core.bytemap;
