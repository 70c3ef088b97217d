package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.encoding.GzipMembers;
import dev.crawlsieve.core.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * The records of a web archive, and the stretches between them that are not records.
 *
 * <p>A record is trusted if the length in its header leads to the next record, to the end of the
 * archive or of a gzip member, or to the empty lines that end a record. Otherwise it is damaged,
 * and the bytes after its header are searched for a line that begins a record with a complete
 * header. Nothing else is searched, so a page in a sound archive cannot forge records.
 *
 * <p>Some writers count lengths wrongly throughout (see {@link MiscountedBlock}). If the block ends
 * where one of these ways of counting leads, and an empty line with a complete header or the end of
 * the archive follows, the record is trusted, too.
 *
 * <p>Every byte is read and passed once. In addition, lines ahead are examined to see whether a
 * record begins there; the total number of bytes examined is in proportion to those passed. A
 * search that would exceed this skips bytes without examining them. Memory is bounded by the
 * largest block accepted. In a compressed archive, a damaged record that claims more than that is
 * skipped up to the length it claims or the next gzip member.
 */
final class WarcRecords implements AutoCloseable {

  /** The most zero bytes between two records. */
  private static final int NEAR_BYTES = 8;

  /** How URLs in ARC files begin: http, https, dns, ftp and filedesc. */
  private static final Pattern ARC_URL = Pattern.compile("(?i)http|dns:|ftp:|file");

  /** Bytes shown of what is no record. */
  private static final int SHOWN = 32;

  private static final String EMPTY_LINES = "\r\n\r\n";
  private static final String WRONG_LENGTH = "wrong Content-Length (record read)";
  private static final String WRONG_DATE = "invalid ARC date (record read)";
  private static final String ZEROS = "zero bytes before a record";

  private final ArchiveWindow window;
  private final RecordStart starts;
  private final MiscountedBlock miscounted;
  private final int blockLimit;

  /**
   * @param in the archive's contents, uncompressed
   * @param members the source of the contents, or null if they are not gzipped
   * @param size of the archive in bytes, {@link Long#MAX_VALUE} if it is unknown, -1 if it is
   *     compressed
   * @param blockLimit largest block accepted, in bytes
   */
  WarcRecords(InputStream in, @Nullable GzipMembers members, long size, int blockLimit) {
    this.window = new ArchiveWindow(in, members, size);
    this.starts = new RecordStart(window);
    this.miscounted = new MiscountedBlock(window, starts, blockLimit);
    this.blockLimit = blockLimit;
  }

  /** Number of bytes that were examined ahead or counted. */
  long looked() {
    return window.looked() + miscounted.counted();
  }

  /**
   * The next record or damaged stretch, or null at the end.
   *
   * @throws IOException if the archive cannot be read further
   */
  @Nullable ArchiveRecord next() throws IOException {
    boolean zeros = skipPadding();
    if (!window.has(1)) {
      return window.failure() == null ? null : damaged(null, 0, "");
    }
    MessageHeaders headers = starts.header(0, true);
    if (headers == null) {
      return damaged(
          null, 1, starts.at(0, false) ? "its header is malformed or truncated" : noRecord());
    }
    int header = starts.headerBytes();
    long length = RecordHeader.length(headers);
    if (length < 0) {
      return damaged(headers, header, "its Content-Length is missing or not a number");
    }
    if (length > blockLimit) {
      boolean ends = length > window.left() - header;
      return ends || !window.has(header + blockLimit)
          ? damaged(headers, header, cut(length))
          : tooLarge(headers, length);
    }
    boolean undated = starts.isArc() && headers.first("WARC-Date").isEmpty();
    return whole(headers, header, (int) length, undated ? WRONG_DATE : zeros ? ZEROS : null);
  }

  private ArchiveRecord whole(
      MessageHeaders headers, int header, int length, @Nullable String oddity) throws IOException {
    boolean inside = length <= window.left() - header && window.has(header + length);
    if (inside && endsAt(header + length)) {
      return record(headers, header, header + length, oddity);
    }
    int end = miscounted.end(header, length);
    return end < 0
        ? damaged(headers, header, inside ? astray(length) : cut(length))
        : record(headers, header, end, WRONG_LENGTH);
  }

  private ArchiveRecord record(
      MessageHeaders headers, int header, int end, @Nullable String oddity) {
    long offset = window.offset();
    String place = window.place();
    byte[] head = starts.isArc() ? null : window.copy(0, header);
    byte[] block = window.copy(header, end);
    window.pass(end);
    MessageHeaders fields = starts.isArc() ? RecordHeader.ofArc(headers, block) : headers;
    return new ArchiveRecord(place, offset, fields, head, block, false, null, oddity);
  }

  private ArchiveRecord tooLarge(MessageHeaders headers, long length) throws IOException {
    long offset = window.offset();
    String place = window.place();
    Kept kept = new Kept();
    window.pass(starts.headerBytes());
    long left = length;
    while (left > 0
        && window.has(1)
        && !(left < length && window.atMember(0) && starts.at(0, true))) {
      left -= window.passAtMost(left, kept);
    }
    if (left > 0) {
      String reason = window.has(1) ? astray(length) : cut(length);
      return lost(place, offset, headers, kept, why(reason));
    }
    return endsAt(0)
        ? new ArchiveRecord(place, offset, headers, null, kept.bytes(), true, null, null)
        : lost(place, offset, headers, kept, why(astray(length)));
  }

  private @Nullable String why(String reason) {
    return window.failure() == null ? reason : window.failure().getMessage();
  }

  /** Says what is there instead: it may be JSON, or a server's error page. */
  private String noRecord() throws IOException {
    int shown = 1;
    while (shown < SHOWN && window.has(shown + 1)) {
      shown++;
    }
    return "no record starts here, but '"
        + Printable.escaped(new String(window.copy(0, shown), UTF_8))
        + "'";
  }

  private static String cut(long length) {
    return "the archive ends before the record: it is truncated, or its Content-Length "
        + length
        + " is wrong";
  }

  private static String astray(long length) {
    return "its Content-Length " + length + " does not lead to the end of a record";
  }

  /**
   * Whether a record may end this many bytes ahead: what is there ends a record or begins another.
   */
  private boolean endsAt(int ahead) {
    int end = window.afterNewlines(ahead);
    if (!window.isSound(ahead)) {
      return false;
    }
    return !window.has(end + 1)
        || EMPTY_LINES.equals(window.text(ahead, Math.min(4, end - ahead)))
        || window.atMember(end)
        || (window.mayLook() && (end > ahead || !inUrl(end)) && starts.at(end, true));
  }

  /** Whether an ARC line that seems to begin here began earlier, and this is within its URL. */
  private boolean inUrl(int ahead) {
    return starts.isArc()
        && window.get(ahead - 1) != '\n'
        && window.has(ahead + 4)
        && !ARC_URL.matcher(window.text(ahead, 4)).matches();
  }

  private ArchiveRecord damaged(@Nullable MessageHeaders headers, int passed, String reason)
      throws IOException {
    long offset = window.offset();
    String place = window.place();
    String why = why(reason);
    window.pass(passed);
    return lost(place, offset, headers, new Kept(), why);
  }

  /**
   * Skips to the next record, and returns the stretch before it as damaged.
   *
   * @param kept the part of the block that was already consumed
   */
  private ArchiveRecord lost(
      String place,
      long offset,
      @Nullable MessageHeaders headers,
      Kept kept,
      @Nullable String reason)
      throws IOException {
    boolean more = true;
    while (more && !(window.has(1) && window.atLine() && starts.complete(0))) {
      if (!window.passLine(kept)) {
        more = window.failure() != null;
        if (more) {
          window.resume();
        }
      }
    }
    return new ArchiveRecord(place, offset, headers, null, kept.bytes(), false, reason, null);
  }

  /**
   * Moves past empty lines, and past the few zero bytes that some writers put after a record.
   *
   * @return whether there are zeros, and a record after them
   */
  private boolean skipPadding() {
    window.passNewlines();
    int zeros = 0;
    while (zeros < NEAR_BYTES && window.has(zeros + 1) && window.get(zeros) == 0) {
      zeros++;
    }
    boolean more = window.has(zeros + 1);
    boolean passed = zeros > 0 && (!more || starts.at(zeros, true));
    window.pass(passed ? zeros : 0);
    return passed && more;
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
