package dev.crawlsieve.sites.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The stored forms of a cluster, without its list of pages, and of a page: one byte for the version
 * (3), then the record's fields as a JSON object.
 */
public final class ClusterCodec {

  private static final byte VERSION = 3; // before version 3, fields were binary

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private ClusterCodec() {}

  /** Encodes a page. */
  public static byte[] encode(Member member) {
    return written(member);
  }

  /** Encodes a cluster, without its list of pages. */
  public static byte[] encode(Cluster cluster) {
    return written(cluster);
  }

  private static byte[] written(Record record) {
    try {
      byte[] json = JSON.writeValueAsBytes(record);
      return ByteBuffer.allocate(1 + json.length).put(VERSION).put(json).array();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record can always be written", e);
    }
  }

  /**
   * Decodes a page.
   *
   * @throws IllegalArgumentException if it is malformed or of another version
   */
  public static Member member(byte[] stored) {
    return read(stored, Member.class);
  }

  /**
   * Decodes a cluster.
   *
   * @throws IllegalArgumentException if it is malformed or of another version
   */
  public static Cluster cluster(byte[] stored) {
    return read(stored, Cluster.class);
  }

  private static <T> T read(byte[] stored, Class<T> type) {
    if (stored.length == 0 || stored[0] != VERSION) {
      throw new IllegalArgumentException(
          "a stored cluster of version "
              + (stored.length == 0 ? "none" : stored[0])
              + ", but this is "
              + VERSION
              + ": clusters cannot be carried over to another version; 'replay --into PREFIX'"
              + " decides the same pages again, or start with another topic.prefix");
    }
    try {
      T record = JSON.readValue(stored, 1, stored.length - 1, type);
      if (record != null) {
        return record;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("a stored cluster is malformed", e);
    }
    throw new IllegalArgumentException("a stored cluster is malformed");
  }
}
