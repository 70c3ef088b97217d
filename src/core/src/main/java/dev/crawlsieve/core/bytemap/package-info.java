/**
 * An ordered map of bytes, on the heap, on disk or in Kafka Streams: the storage that clusters and
 * mirrors need. A leaf. Start reading at {@link ByteMap}. Tests: {@code DiskByteMapTest}.
 */
package dev.crawlsieve.core.bytemap;
