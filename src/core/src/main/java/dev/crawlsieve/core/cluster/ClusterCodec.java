package dev.crawlsieve.core.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.ClusterSettings.Criterion;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The stored forms of a cluster and of its pages, big-endian. A page has version 1, or 2 if the
 * length of its text is known; a cluster has version 1:
 *
 * <pre>
 * page:    0 u8 version   1 u8 kind + 1, 0 for none   2 i32 partition   6 i64 offset
 *         14 i64 timestamp   22 i64 lane offset   30 features (18)   only in version 2: i32 tokens
 *         i32 length + URL in UTF-8
 * cluster: 0 u8 version   1 u8 criterion + 1, 0 for none   2 i32 corrections   6 i64 size
 *         14 i32 listed   18 i32 listed bytes   22 i64 timestamp
 *         30 leader; then, if it was corrected, the preferred page and the replaced one
 * </pre>
 */
public final class ClusterCodec {

  private static final byte VERSION = 1;
  private static final byte MEASURED_VERSION = 2;
  private static final int BEFORE_URL = 30 + Features.bytes() + Integer.BYTES;
  private static final int BEFORE_LEADER = 30;
  private static final byte[] NONE = {};

  // Stored as index + 1.
  private static final List<Criterion> CRITERIA =
      List.of(
          Criterion.CANONICAL,
          Criterion.HTTPS,
          Criterion.SCORE,
          Criterion.OLDEST,
          Criterion.NEWEST,
          Criterion.SHORTER_URL,
          Criterion.LONGEST);
  private static final List<Verdict.Kind> KINDS =
      List.of(Verdict.Kind.EXACT, Verdict.Kind.NEAR, Verdict.Kind.REVISIT);

  private ClusterCodec() {}

  /** Encodes a page. */
  public static byte[] encode(Member member) {
    byte[] url = member.url().getBytes(UTF_8);
    boolean measured = member.features().measured();
    ByteBuffer out = ByteBuffer.allocate(BEFORE_URL + (measured ? Integer.BYTES : 0) + url.length);
    out.put(measured ? MEASURED_VERSION : VERSION).put(place(KINDS, member.kind()));
    out.putInt(member.source().partition()).putLong(member.source().offset());
    out.putLong(member.timestamp()).putLong(member.laneOffset());
    member.features().put(out);
    if (measured) {
      out.putInt(member.features().tokens());
    }
    return out.putInt(url.length).put(url).array();
  }

  /** Encodes a cluster, without the pages that it lists. */
  public static byte[] encode(Cluster cluster) {
    boolean corrected = cluster.corrections() > 0;
    byte[] leader = encode(cluster.leader());
    byte[] preferred = corrected ? encode(cluster.preferred()) : NONE;
    byte[] replaced = corrected ? encode(cluster.replaced()) : NONE;
    return ByteBuffer.allocate(BEFORE_LEADER + leader.length + preferred.length + replaced.length)
        .put(VERSION)
        .put(place(CRITERIA, cluster.by()))
        .putInt(cluster.corrections())
        .putLong(cluster.size())
        .putInt(cluster.listed())
        .putInt(cluster.listedBytes())
        .putLong(cluster.timestamp())
        .put(leader)
        .put(preferred)
        .put(replaced)
        .array();
  }

  /**
   * Decodes a page.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static Member member(byte[] stored) {
    try {
      return member(ByteBuffer.wrap(stored));
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a stored page of a cluster is cut", e);
    }
  }

  /**
   * Decodes a cluster.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static Cluster cluster(byte[] stored) {
    try {
      ByteBuffer in = ByteBuffer.wrap(stored);
      checkVersion(in.get());
      int criterion = in.get();
      int corrections = in.getInt();
      long size = in.getLong();
      int listed = in.getInt();
      int listedBytes = in.getInt();
      long timestamp = in.getLong();
      if (corrections < 0 || size < 1 || listed < 0 || listedBytes < 0) {
        throw new IllegalArgumentException("a stored cluster with impossible counts");
      }
      Member leader = member(in);
      Member preferred = corrections == 0 ? leader : member(in);
      Member replaced = corrections == 0 ? null : member(in);
      Criterion by = at(CRITERIA, criterion);
      return new Cluster(
          leader, preferred, replaced, by, corrections, size, listed, listedBytes, timestamp);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a stored cluster is cut or malformed", e);
    }
  }

  private static Member member(ByteBuffer in) {
    byte version = in.get();
    if (version != MEASURED_VERSION) {
      checkVersion(version);
    }
    int kind = in.get();
    Coordinates source = new Coordinates(in.getInt(), in.getLong());
    long timestamp = in.getLong();
    long laneOffset = in.getLong();
    Features features =
        Features.read(in)
            .orElseThrow(() -> new IllegalArgumentException("unreadable features in a cluster"));
    if (version == MEASURED_VERSION) {
      features = features.withTokens(in.getInt());
    }
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("a stored page of a cluster is cut");
    }
    byte[] url = new byte[length];
    in.get(url);
    return new Member(
        new String(url, UTF_8), source, timestamp, laneOffset, at(KINDS, kind), features);
  }

  /** Index + 1, or 0 for null. */
  private static <T> byte place(List<T> stored, T value) {
    int place = value == null ? 0 : stored.indexOf(value) + 1;
    if (value != null && place == 0) {
      throw new IllegalStateException(value + " has no place in the stored form");
    }
    return (byte) place;
  }

  private static <T> T at(List<T> stored, int place) {
    if (place < 0 || place > stored.size()) {
      throw new IllegalArgumentException("a stored cluster is malformed");
    }
    return place == 0 ? null : stored.get(place - 1);
  }

  private static void checkVersion(byte version) {
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "a stored cluster of version " + version + ", this is " + VERSION);
    }
  }
}
