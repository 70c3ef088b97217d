package dev.crawlsieve.stream.shard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Lookup.Match;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.ScopeKey;
import dev.crawlsieve.core.index.SiteCounts;
import dev.crawlsieve.stream.config.IndexTasks;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The stored forms of the records that travel between the shards of a lane, version 10, big-endian:
 *
 * <pre>
 * a page:    0 u8  format version        3 i64 tick                      15 i64 × shards passed:
 *            1 u8  flags                11 i32 compared                     leaders known there
 *            2 u8  shards passed
 *            then {@link SiteCounts}; if there is a match, i64 ordinal in the lane, u8 length + table in UTF-8,
 *            i32 length + the leader; if there is an earlier version, i32 length + that leader; the page
 * a leader:  0 u8  format version        1 i64 ordinal                    9 i64 tick, then the page
 *
 * the page, a match: i64, i64 scope key, i64 lane offset, fingerprint record
 * flags:     bits 0, 1: no match, exact, near, the page itself; 2: there is an earlier version
 * </pre>
 *
 * <p>A page takes 40 bytes in addition to its fingerprint, 8 for each shard passed, 24 for each
 * page in the sample of its site, and the bytes of its match.
 */
public final class ShardRecordCodec {

  /** The version that is written, and the only one that can be read. */
  public static final byte VERSION = 10;

  private static final Match[] MATCHES = {Match.NONE, Match.EXACT, Match.NEAR, Match.ITSELF};

  private static final int MATCH = 3;
  private static final int EARLIER = 1 << 2;
  private static final int QUERY_BYTES = 15;
  private static final int LEADER_BYTES = 17;
  private static final int AFTER_VERSION = 1; // of a leader record

  private ShardRecordCodec() {}

  /** The stored form of a page. */
  public static byte[] encode(LaneQuery query) {
    Lookup found = query.found();
    byte[] table = found.table() == null ? new byte[0] : found.table().getBytes(UTF_8);
    int passed = query.passed();
    ByteBuffer out =
        ByteBuffer.allocate(
            QUERY_BYTES
                + Long.BYTES * passed
                + query.page().site().storedBytes()
                + (found.leader() == null
                    ? 0
                    : Long.BYTES + 1 + table.length + bytes(found.leader()))
                + (found.earlier() == null ? 0 : bytes(found.earlier()))
                + query.page().stored().length
                - AFTER_VERSION);
    int match = List.of(MATCHES).indexOf(found.match());
    out.put(VERSION).put((byte) (match | (found.earlier() == null ? 0 : EARLIER)));
    out.put((byte) passed).putLong(query.tick()).putInt(found.compared());
    for (int shard = 0; shard < passed; shard++) {
      out.putLong(query.known(shard));
    }
    query.page().site().write(out);
    if (found.leader() != null) {
      out.putLong(found.ordinal()).put((byte) table.length).put(table);
      put(out, found.leader());
    }
    if (found.earlier() != null) {
      put(out, found.earlier());
    }
    byte[] page = query.page().stored();
    return out.put(page, AFTER_VERSION, page.length - AFTER_VERSION).array();
  }

  private static int bytes(ComparedPage leader) {
    return Integer.BYTES + leader.stored().length - AFTER_VERSION;
  }

  private static void put(ByteBuffer out, ComparedPage leader) {
    int length = leader.stored().length - AFTER_VERSION;
    out.putInt(length).put(leader.stored(), AFTER_VERSION, length);
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
   * @throws UnreadableRecordException if it is of another version, truncated or malformed
   */
  public static LaneQuery query(byte[] stored) throws UnreadableRecordException {
    ByteBuffer in = open(stored, "page");
    try {
      int flags = in.get();
      if (flags < 0 || flags >= EARLIER << 1) {
        throw new UnreadableRecordException("a page between shards with flags " + flags);
      }
      int passed = in.get();
      long tick = in.getLong();
      int compared = in.getInt();
      if (passed < 0 || passed > IndexTasks.MOST_SHARDS || compared < 0) {
        throw new UnreadableRecordException("a page between shards with impossible counts");
      }
      long[] known = new long[passed];
      for (int shard = 0; shard < passed; shard++) {
        known[shard] = in.getLong();
      }
      SiteCounts site = SiteCounts.read(in);
      Match match = MATCHES[flags & MATCH];
      long ordinal = match == Match.NONE ? -1 : in.getLong();
      String table = match == Match.NONE ? null : new String(bytes(in, in.get() & 0xff), UTF_8);
      ComparedPage leader = match == Match.NONE ? null : page(in, in.getInt());
      ComparedPage earlier = (flags & EARLIER) == 0 ? null : page(in, in.getInt());
      ComparedPage page = page(in, in.remaining()).informed(site);
      Lookup found =
          leader == null
              ? Lookup.newVersion(earlier, compared)
              : match == Match.ITSELF
                  ? Lookup.itself(ordinal, leader, compared, earlier)
                  : new Lookup(
                      ordinal, leader, match, Nearness.of(page, leader), table, compared, earlier);
      return new LaneQuery(page, tick, known, found);
    } catch (BufferUnderflowException e) {
      throw cut("page", stored, e);
    } catch (IndexException e) {
      throw new UnreadableRecordException("a page between shards: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a stored leader.
   *
   * @throws UnreadableRecordException if it is of another version, truncated or malformed
   */
  public static DealtLeader leader(byte[] stored) throws UnreadableRecordException {
    ByteBuffer in = open(stored, "leader");
    try {
      long ordinal = in.getLong();
      long tick = in.getLong();
      if (ordinal < 0) {
        throw new UnreadableRecordException("a leader with ordinal " + ordinal);
      }
      return new DealtLeader(ordinal, tick, page(in, in.remaining()));
    } catch (BufferUnderflowException e) {
      throw cut("leader", stored, e);
    }
  }

  private static ByteBuffer open(byte[] stored, String what) throws UnreadableRecordException {
    if (stored == null || stored.length == 0) {
      throw new UnreadableRecordException("an empty record of a " + what + " between shards");
    }
    ByteBuffer in = ByteBuffer.wrap(stored);
    byte version = in.get();
    if (version != VERSION) {
      throw new UnreadableRecordException(
          "a %s between shards of version %s, but this is %s"
              .formatted(what, version & 0xff, VERSION));
    }
    return in;
  }

  private static UnreadableRecordException cut(
      String what, byte[] stored, BufferUnderflowException cause) {
    return new UnreadableRecordException(
        "a " + what + " between shards cut after " + stored.length + " bytes", cause);
  }

  private static ComparedPage page(ByteBuffer in, int length) throws UnreadableRecordException {
    ByteBuffer page = ByteBuffer.wrap(bytes(in, length));
    ScopeKey scope = new ScopeKey(page.getLong(), page.getLong());
    long laneOffset = page.getLong();
    byte[] fingerprint = bytes(page, page.remaining());
    try {
      FingerprintCodec.ensureReadable(fingerprint);
    } catch (UnreadableFingerprintException e) {
      throw new UnreadableRecordException(e.getMessage(), e);
    }
    return ComparedPage.of(scope, laneOffset, fingerprint);
  }

  private static byte[] bytes(ByteBuffer in, int length) throws UnreadableRecordException {
    if (length < 0 || length > in.remaining()) {
      throw new UnreadableRecordException(
          "a part of " + length + " bytes in the last " + in.remaining() + " of a record");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
