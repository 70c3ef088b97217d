package dev.crawlsieve.core.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup.Match;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.name.Identity;
import dev.crawlsieve.core.verdict.Verdict;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The stored forms of what travels between the shards of a lane, version 3, big-endian:
 *
 * <pre>
 * a page:    0 u8  format version        3 i64 tick                      15 i64 × shards passed:
 *            1 u8  flags                11 i32 compared                     leaders known there
 *            2 u8  shards passed
 *            then the best match if there is one, the earlier version if there is one, the page
 * a leader:  0 u8  format version        1 i64 ordinal                    9 i64 tick, then the page
 *
 * a match:   i32 partition, i64 offset, i64 lane offset, u8 distance, i8 equal min-hashes,
 *            i8 agreeing super-shingles, u8 identity, i16 contained, u8 length + table,
 *            i32 length + URL, both UTF-8
 * the page:  i64, i64 scope key, i64 lane offset, fingerprint record
 * flags:     bits 0, 1: no match, exact, near, the page itself; 2: the match has the same URL;
 *            3: there is an earlier version; 4, 5: the match, the earlier version is a reference page
 * </pre>
 *
 * <p>A page takes 39 bytes more than its fingerprint, 8 for each shard passed, and about 38 and a
 * URL for a match.
 */
public final class ShardRecordCodec {

  /** The version that is written, and the only one that can be read. */
  public static final byte VERSION = 3;

  private static final Match[] MATCHES = {Match.NONE, Match.EXACT, Match.NEAR, Match.ITSELF};

  /** Stored by position in this list, so new ones must be added at the end. */
  private static final List<Identity> IDENTITIES =
      List.of(Identity.NONE, Identity.SAME, Identity.ALIKE, Identity.OTHER);

  private static final int MATCH = 3;
  private static final int SAME_URL = 1 << 2;
  private static final int EARLIER = 1 << 3;
  private static final int REFERENCE = 1 << 4;
  private static final int EARLIER_REFERENCE = 1 << 5;
  private static final int QUERY_BYTES = 15;
  private static final int LEADER_BYTES = 17;
  private static final int FOUND_BYTES = 31;
  private static final int AFTER_VERSION = 1; // of a leader record
  private static final byte[] NONE = {};

  private ShardRecordCodec() {}

  /** The stored form of a page. */
  public static byte[] encode(LaneQuery query) {
    Finding finding = query.finding();
    byte[] leader = stored(finding.leader());
    byte[] earlier = stored(finding.earlier());
    byte[] page = query.page().stored();
    int passed = query.passed();
    int fixed = QUERY_BYTES + Long.BYTES * passed - AFTER_VERSION;
    ByteBuffer out = ByteBuffer.allocate(fixed + leader.length + earlier.length + page.length);
    out.put(VERSION).put(flags(finding)).put((byte) passed).putLong(query.tick());
    out.putInt(finding.compared());
    for (int shard = 0; shard < passed; shard++) {
      out.putLong(query.known(shard));
    }
    out.put(leader).put(earlier);
    return out.put(page, AFTER_VERSION, page.length - AFTER_VERSION).array();
  }

  private static byte[] stored(FoundLeader leader) {
    if (leader == null) {
      return NONE;
    }
    byte[] table = leader.table().getBytes(UTF_8);
    byte[] url = leader.page().url().getBytes(UTF_8);
    Coordinates source = leader.page().source();
    Nearness nearness = leader.nearness();
    return ByteBuffer.allocate(FOUND_BYTES + table.length + url.length)
        .putInt(source.partition())
        .putLong(source.offset())
        .putLong(leader.laneOffset())
        .put((byte) nearness.distance())
        .put((byte) nearness.equal())
        .put((byte) nearness.agreeing())
        .put((byte) IDENTITIES.indexOf(nearness.identity()))
        .putShort((short) nearness.contained())
        .put((byte) table.length)
        .put(table)
        .putInt(url.length)
        .put(url)
        .array();
  }

  private static byte flags(Finding finding) {
    int flags = 0;
    while (MATCHES[flags] != finding.match()) {
      flags++;
    }
    flags |= finding.leader() != null && finding.leader().sameUrl() ? SAME_URL : 0;
    flags |= finding.earlier() == null ? 0 : EARLIER;
    flags |= isReference(finding.leader()) ? REFERENCE : 0;
    return (byte) (flags | (isReference(finding.earlier()) ? EARLIER_REFERENCE : 0));
  }

  private static boolean isReference(FoundLeader leader) {
    return leader != null && leader.page().reference();
  }

  /** The stored form of a leader. */
  public static byte[] encode(DealtLeader leader) {
    byte[] page = leader.record().stored();
    return ByteBuffer.allocate(LEADER_BYTES + page.length - AFTER_VERSION)
        .put(VERSION)
        .putLong(leader.ordinal())
        .putLong(leader.tick())
        .put(page, AFTER_VERSION, page.length - AFTER_VERSION)
        .array();
  }

  /**
   * Reads a stored page.
   *
   * @throws UnreadableShardRecordException if it is of another version, truncated or malformed
   */
  public static LaneQuery query(byte[] stored) throws UnreadableShardRecordException {
    ByteBuffer in = open(stored, "page");
    try {
      int flags = in.get();
      if (flags < 0 || flags >= EARLIER_REFERENCE << 1) {
        throw new UnreadableShardRecordException("a page between shards with flags " + flags);
      }
      int passed = in.get();
      long tick = in.getLong();
      int compared = in.getInt();
      if (passed < 0 || passed > IndexSettings.MOST_SHARDS || compared < 0) {
        throw new UnreadableShardRecordException("a page between shards with impossible counts");
      }
      long[] known = new long[passed];
      for (int shard = 0; shard < passed; shard++) {
        known[shard] = in.getLong();
      }
      Match match = MATCHES[flags & MATCH];
      FoundLeader leader = match == Match.NONE ? null : found(in, flags, SAME_URL, REFERENCE);
      FoundLeader earlier =
          (flags & EARLIER) == 0 ? null : found(in, flags | SAME_URL, SAME_URL, EARLIER_REFERENCE);
      Finding finding = new Finding(match, leader, earlier, compared);
      return new LaneQuery(page(in), tick, known, finding);
    } catch (BufferUnderflowException e) {
      throw cut("page", stored, e);
    }
  }

  /**
   * Reads a stored leader.
   *
   * @throws UnreadableShardRecordException if it is of another version, truncated or malformed
   */
  public static DealtLeader leader(byte[] stored) throws UnreadableShardRecordException {
    ByteBuffer in = open(stored, "leader");
    try {
      long ordinal = in.getLong();
      long tick = in.getLong();
      if (ordinal < 0) {
        throw new UnreadableShardRecordException("a leader with ordinal " + ordinal);
      }
      return new DealtLeader(ordinal, tick, page(in));
    } catch (BufferUnderflowException e) {
      throw cut("leader", stored, e);
    }
  }

  private static ByteBuffer open(byte[] stored, String what) throws UnreadableShardRecordException {
    if (stored == null || stored.length == 0) {
      throw new UnreadableShardRecordException("an empty record of a " + what + " between shards");
    }
    ByteBuffer in = ByteBuffer.wrap(stored);
    byte version = in.get();
    if (version != VERSION) {
      throw new UnreadableShardRecordException(
          "a %s between shards of version %s, but this is %s"
              .formatted(what, version & 0xff, VERSION));
    }
    return in;
  }

  private static UnreadableShardRecordException cut(
      String what, byte[] stored, BufferUnderflowException cause) {
    return new UnreadableShardRecordException(
        "a " + what + " between shards cut after " + stored.length + " bytes", cause);
  }

  private static LeaderRecord page(ByteBuffer in) throws UnreadableShardRecordException {
    ScopeKey scope = new ScopeKey(in.getLong(), in.getLong());
    long laneOffset = in.getLong();
    byte[] fingerprint = new byte[in.remaining()];
    in.get(fingerprint);
    try {
      FingerprintCodec.ensureReadable(fingerprint);
    } catch (UnreadableFingerprintException e) {
      throw new UnreadableShardRecordException(e.getMessage(), e);
    }
    return LeaderRecord.of(scope, laneOffset, fingerprint);
  }

  private static FoundLeader found(ByteBuffer in, int flags, int sameUrl, int reference)
      throws UnreadableShardRecordException {
    Coordinates source = new Coordinates(in.getInt(), in.getLong());
    long laneOffset = in.getLong();
    Nearness nearness = nearness(in);
    String table = text(in, in.get() & 0xff);
    String url = text(in, in.getInt());
    return new FoundLeader(
        new Verdict.Original(url, source, (flags & reference) != 0),
        laneOffset,
        (flags & sameUrl) != 0,
        nearness,
        table);
  }

  private static Nearness nearness(ByteBuffer in) throws UnreadableShardRecordException {
    byte distance = in.get();
    byte equal = in.get();
    byte agreeing = in.get();
    byte identity = in.get();
    short contained = in.getShort();
    if (identity < 0 || identity >= IDENTITIES.size()) {
      throw new UnreadableShardRecordException("a page between shards with identity " + identity);
    }
    return new Nearness(distance, equal, agreeing, IDENTITIES.get(identity), contained);
  }

  private static String text(ByteBuffer in, int length) throws UnreadableShardRecordException {
    if (length < 0 || length > in.remaining()) {
      throw new UnreadableShardRecordException(
          "a text of " + length + " bytes in the last " + in.remaining() + " of a record");
    }
    byte[] text = new byte[length];
    in.get(text);
    return new String(text, UTF_8);
  }
}
