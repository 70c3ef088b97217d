package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lost;
import dev.crawlsieve.core.index.Reason;
import dev.crawlsieve.core.page.BlockKind;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of evidence, big-endian:
 *
 * <pre>
 *  0 u8  kind        3 i32 distance      11 f64 similarity   27 u8  whether it is a reference page
 *  1 u8  match       7 i32 agreeing      19 f64 contained    28 i32 partition, i64 offset of the kept page
 *  2 u8  reason      then i32 length + its URL in UTF-8, i32 length + table, u8 number of kinds of lost blocks,
 *                    255 if unknown, else i32 blocks, words, numbers, u8 all, for each kind u8 + i32 blocks
 * </pre>
 *
 * <p>A reason of 255 is none.
 */
public final class EvidenceCodec {

  /** Stored by position in these lists, so new constants must be added at the end. */
  private static final List<Verdict.Kind> KINDS = List.of(Verdict.Kind.values());

  private static final List<Evidence.Match> MATCHES = List.of(Evidence.Match.values());
  private static final List<Reason> REASONS = List.of(Reason.values());
  private static final List<BlockKind> BLOCKS = List.of(BlockKind.values()); // by code

  private static final int NONE = 0xff;
  private static final int FIXED_BYTES = 40;
  private static final int LOST_BYTES = 1 + 3 * Integer.BYTES + 1;
  private static final int KIND_BYTES = 1 + Integer.BYTES;

  private EvidenceCodec() {}

  /** The stored form of evidence. */
  public static byte[] encode(Evidence evidence) {
    Verdict.Original kept = evidence.duplicateOf();
    Reason reason = evidence.reason();
    Lost lost = evidence.lost();
    byte[] url = kept.url().getBytes(UTF_8);
    byte[] table = evidence.table().getBytes(UTF_8);
    int ofLost = lost == null ? 1 : LOST_BYTES + KIND_BYTES * lost.kinds().size();
    int texts = 2 * Integer.BYTES + url.length + table.length;
    ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + texts + ofLost);
    out.put((byte) KINDS.indexOf(evidence.kind())).put((byte) MATCHES.indexOf(evidence.match()));
    out.put((byte) (reason == null ? NONE : REASONS.indexOf(reason)));
    out.putInt(evidence.distance()).putInt(evidence.agreeing());
    out.putDouble(evidence.similarity()).putDouble(evidence.contained());
    out.put((byte) (kept.reference() ? 1 : 0));
    out.putInt(kept.source().partition()).putLong(kept.source().offset());
    out.putInt(url.length).put(url).putInt(table.length).put(table);
    if (lost == null) {
      out.put((byte) NONE);
    } else {
      out.put((byte) lost.kinds().size());
      out.putInt(lost.blocks()).putInt(lost.words()).putInt(lost.numbers());
      out.put((byte) (lost.all() ? 1 : 0));
      lost.kinds().forEach((kind, blocks) -> out.put(kind.code()).putInt(blocks));
    }
    return out.array();
  }

  /**
   * Reads the stored form at a buffer's position.
   *
   * @throws IndexException if it is damaged
   */
  public static Evidence decode(ByteBuffer in) {
    try {
      Verdict.Kind kind = KINDS.get(in.get());
      Evidence.Match match = MATCHES.get(in.get());
      int reason = in.get() & NONE;
      int distance = in.getInt();
      int agreeing = in.getInt();
      double similarity = in.getDouble();
      double contained = in.getDouble();
      boolean reference = in.get() != 0;
      Coordinates source = new Coordinates(in.getInt(), in.getLong());
      Verdict.Original kept = new Verdict.Original(text(in), source, reference);
      String table = text(in);
      return new Evidence(
          kind,
          kept,
          match,
          distance,
          similarity,
          agreeing,
          reason == NONE ? null : REASONS.get(reason),
          contained,
          lost(in),
          table);
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IndexException("what is known of a dropped page is damaged", e);
    }
  }

  private static String text(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, UTF_8);
  }

  private static @Nullable Lost lost(ByteBuffer in) {
    int count = in.get() & NONE;
    if (count == NONE) {
      return null;
    }
    int blocks = in.getInt();
    int words = in.getInt();
    int numbers = in.getInt();
    boolean all = in.get() != 0;
    Map<BlockKind, Integer> kinds = new EnumMap<>(BlockKind.class);
    for (int i = 0; i < count; i++) {
      kinds.put(BLOCKS.get(in.get()), in.getInt());
    }
    return new Lost(blocks, words, kinds, numbers, all);
  }
}
