/**
 * An ordered map from bytes to bytes, on the heap, on disk or in Kafka Streams; clusters, mirrors
 * and passages store their state in it. A leaf. Start reading at {@link ByteMap}. Tests: {@code
 * DiskByteMapTest}.
 */
package dev.crawlsieve.core.bytemap;
