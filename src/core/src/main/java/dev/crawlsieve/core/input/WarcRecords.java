package dev.crawlsieve.core.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * The records of a web archive, and the stretches between them that are not records.
 *
 * <p>A record is trusted if the length in its header leads to the next record, to the end of the
 * archive or of a gzip member, or to the empty lines that end a record. Otherwise it is damaged,
 * and the bytes after its header are searched for a line that begins a record with a complete
 * header. Nothing else is searched, so a page in a sound archive cannot forge records.
 *
 * <p>Some writers count lengths wrongly throughout (see {@link #otherEnd}). If the block ends where
 * one of them would have meant, with an empty line and a complete header behind it or the end of
 * the archive, the record is trusted, too.
 *
 * <p>Every byte is read and passed once. In addition, lines ahead are examined, to see whether a
 * record begins there: altogether at most {@link #LOOKS} bytes for each byte passed, and {@link
 * #SURE_LOOK_BYTES} more. A search that would exceed this passes over what it does not examine. To
 * find another end, blocks are counted: altogether at most {@link #COUNTS} bytes for each byte
 * passed, and three blocks more. Memory is bounded by the largest block accepted. In a compressed
 * archive, a damaged record that claims more than that is skipped up to the length it claims or the
 * next gzip member.
 */
final class WarcRecords implements AutoCloseable {

  // Long because every method moves or searches the one buffer.

  private static final int HEADER_BYTES = 256 * 1024;

  /** Room for the longest URL that is accepted, in UTF-8. */
  private static final int LINE_BYTES = 64 * 1024;

  /** Bytes that may be examined ahead for each byte passed; reading sound records takes four. */
  private static final int LOOKS = 8;

  /** Bytes that may be examined ahead in addition. */
  private static final long SURE_LOOK_BYTES = 1 << 20;

  /** Bytes of blocks that may be counted for each byte passed: three ways to count. */
  private static final int COUNTS = 3;

  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int TRAILER_BYTES = 16;

  /** By how many bytes a length may be wrong, and how many zeros may be between two records. */
  private static final int NEAR_BYTES = 8;

  private static final int LARGEST_BUFFER = 1 << 30;
  private static final String EMPTY_LINES = "\r\n\r\n";
  private static final String WRONG_LENGTH = "wrong Content-Length (record read)";
  private static final String WRONG_DATE = "invalid ARC date (record read)";
  private static final String ZEROS = "zero bytes before a record";

  /**
   * Number of member offsets kept while their bytes are buffered; few buffered members begin
   * records.
   */
  private static final int PLACES = 1024;

  private final InputStream in;
  private final GzipMembers members;
  private final long size;
  private final int blockLimit;
  private final RecordHeader reader = new RecordHeader();

  /** Where gzip members begin: offset in the stored bytes by offset in the uncompressed bytes. */
  private final NavigableMap<Long, Long> places = new TreeMap<>();

  private byte[] buffer = new byte[CHUNK_BYTES];
  private int at;
  private int filled;

  /** Offset at which the buffer begins, in uncompressed bytes. */
  private long base;

  private boolean ended;
  private IOException failure;

  /** Offset up to which the bytes read before the failure are sound. */
  private long soundTo;

  /** Whether the archive is ARC; null before the first record. */
  private Boolean arc;

  /** Length in bytes of the header read last. */
  private int headerBytes;

  private long looked;
  private long counted;

  /**
   * @param in the archive's contents, uncompressed
   * @param members the source of the contents, or null if they are not gzipped
   * @param size of the archive in bytes, {@link Long#MAX_VALUE} if it is unknown, -1 if it is
   *     compressed
   * @param blockLimit largest block accepted, in bytes
   */
  WarcRecords(InputStream in, GzipMembers members, long size, int blockLimit) {
    this.in = in;
    this.members = members;
    this.size = size;
    this.blockLimit = blockLimit;
    if (members != null) {
      places.put(0L, 0L);
    }
  }

  /** Number of bytes that were examined ahead or counted. */
  long looked() {
    return looked + counted;
  }

  private boolean mayLook() {
    return looked <= SURE_LOOK_BYTES + LOOKS * (base + at);
  }

  /**
   * The next record or damaged stretch, or null at the end.
   *
   * @throws IOException if the archive cannot be read further
   */
  ArchiveRecord next() throws IOException {
    boolean zeros = skipPadding();
    if (!has(1)) {
      return failure == null ? null : damaged(null, 0, "");
    }
    MessageHeaders headers = header(0, true);
    if (headers == null) {
      return damaged(
          null,
          1,
          startsRecord(0, false)
              ? "its header is malformed or truncated"
              : "no record starts here");
    }
    long length = RecordHeader.length(headers);
    if (length < 0) {
      return damaged(headers, headerBytes, "its Content-Length is missing or not a number");
    }
    if (length > blockLimit) {
      boolean ends = size >= 0 && length > size - base - at - headerBytes;
      return ends || !has(headerBytes + blockLimit)
          ? damaged(headers, headerBytes, cut(length))
          : tooLarge(headers, length);
    }
    boolean undated = Boolean.TRUE.equals(arc) && headers.first("WARC-Date").isEmpty();
    return whole(headers, (int) length, undated ? WRONG_DATE : zeros ? ZEROS : null);
  }

  private ArchiveRecord whole(MessageHeaders headers, int length, String oddity)
      throws IOException {
    int header = headerBytes;
    boolean inside = (size < 0 || length <= size - base - at - header) && has(header + length);
    if (inside && endsAt(header + length)) {
      return record(headers, header, header + length, oddity);
    }
    int end = otherEnd(header, length);
    return end < 0
        ? damaged(headers, header, inside ? astray(length) : cut(length))
        : record(headers, header, end, WRONG_LENGTH);
  }

  private ArchiveRecord record(MessageHeaders headers, int header, int end, String oddity) {
    long offset = offset();
    String place = place();
    byte[] head = Boolean.TRUE.equals(arc) ? null : Arrays.copyOfRange(buffer, at, at + header);
    byte[] block = Arrays.copyOfRange(buffer, at + header, at + end);
    at += end;
    return new ArchiveRecord(place, offset, headers, head, block, false, null, oddity);
  }

  /**
   * Where the block of a WARC record ends whose length was counted in UTF-16 units (node-warc,
   * WARCreate), before CRs were taken out of the HTTP header or of all lines (ClueWeb09), or a few
   * bytes wrong; -1 if it ends at none of these.
   *
   * @param header length of the record's header in bytes
   */
  private int otherEnd(int header, int length) {
    if (Boolean.TRUE.equals(arc) || counted > COUNTS * (base + at)) {
      return -1;
    }
    int units = count(header, length, WarcRecords::utf16Units);
    if (units >= 0 && isEnd(units)) {
      return units;
    }
    int lines = count(header, length, b -> b == '\n' ? 2 : 1);
    if (lines >= 0 && isEnd(lines)) {
      return lines;
    }
    int lessHead = header + length - linesOfHead(header, length);
    if (isEnd(lessHead)) {
      return lessHead;
    }
    for (int end = header + length + NEAR_BYTES;
        end >= Math.max(header, header + length - NEAR_BYTES);
        end--) {
      if (isEnd(end)) {
        return end;
      }
    }
    return -1;
  }

  private static int utf16Units(int b) {
    boolean within = (b & 0xc0) == 0x80;
    boolean pair = (b & 0xf8) == 0xf0;
    return within ? 0 : pair ? 2 : 1;
  }

  /** Where the units of the bytes from here on sum up to a length, or -1. */
  private int count(int from, int length, IntUnaryOperator units) {
    int end = from;
    int sum = 0;
    int next = 0;
    while (sum + next <= length && end - from < blockLimit && has(end + 1)) {
      sum += next;
      next = units.applyAsInt(buffer[at + end]);
      end++;
    }
    counted += end - from;
    return sum + next == length ? end : sum == length ? end - 1 : -1;
  }

  /** Number of lines of the HTTP header that begins here, with the empty one. */
  private int linesOfHead(int from, int length) {
    int lines = 0;
    int line = from;
    int end = from;
    boolean empty = false;
    while (!empty && end < from + Math.min(length, HEADER_BYTES) && has(end + 1)) {
      if (buffer[at + end] == '\n') {
        empty = end == line;
        line = end + 1;
        lines++;
      }
      end++;
    }
    counted += end - from;
    return lines;
  }

  /** Whether a block surely ends this many bytes ahead, be its length right or wrong. */
  private boolean isEnd(int ahead) {
    if (!has(ahead)) {
      return false;
    }
    int end = afterNewlines(ahead);
    String newlines = text(ahead, end - ahead);
    if (!newlines.startsWith(EMPTY_LINES) && !newlines.startsWith("\n\n")) {
      return false;
    }
    boolean last = !has(end + 1);
    if (failure != null && base + at + end > soundTo) {
      return false;
    }
    if (last || !mayLook() || !startsRecord(end, false)) {
      return last;
    }
    MessageHeaders next = header(end, false);
    return next != null && RecordHeader.length(next) >= 0;
  }

  private ArchiveRecord tooLarge(MessageHeaders headers, long length) throws IOException {
    long offset = offset();
    String place = place();
    ByteArrayOutputStream beginning = new ByteArrayOutputStream();
    at += headerBytes;
    long left = length;
    while (left > 0 && has(1) && !(left < length && atMember() && startsRecord(0, true))) {
      int passed = (int) Math.min(left, filled - at);
      keep(passed, beginning);
      at += passed;
      left -= passed;
    }
    if (left > 0) {
      return lost(place, offset, headers, beginning, why(has(1) ? astray(length) : cut(length)));
    }
    return endsAt(0)
        ? new ArchiveRecord(place, offset, headers, null, beginning.toByteArray(), true, null, null)
        : lost(place, offset, headers, beginning, why(astray(length)));
  }

  private String why(String reason) {
    return failure == null ? reason : failure.getMessage();
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
  private boolean endsAt(int ahead) throws IOException {
    int end = afterNewlines(ahead);
    if (failure != null && base + at + ahead > soundTo) {
      return false;
    }
    return !has(end + 1)
        || EMPTY_LINES.equals(text(ahead, Math.min(4, end - ahead)))
        || places.containsKey(base + at + end)
        || (mayLook() && startsRecord(end, true));
  }

  private ArchiveRecord damaged(MessageHeaders headers, int passed, String reason)
      throws IOException {
    long offset = offset();
    String place = place();
    String why = why(reason);
    at += passed;
    return lost(place, offset, headers, new ByteArrayOutputStream(), why);
  }

  /**
   * Skips to the next record, and returns the stretch before it as damaged.
   *
   * @param beginning the part of the block that was already consumed
   */
  private ArchiveRecord lost(
      String place,
      long offset,
      MessageHeaders headers,
      ByteArrayOutputStream beginning,
      String reason)
      throws IOException {
    boolean found = false;
    boolean more = true;
    while (!found && more) {
      if (has(1) && atLine() && mayLook() && startsRecord(0, false)) {
        MessageHeaders next = header(0, false);
        found = next != null && RecordHeader.length(next) >= 0;
      }
      if (!found && !toNextLine(beginning)) {
        more = failure != null;
        if (more) {
          resume();
        }
      }
    }
    return new ArchiveRecord(
        place, offset, headers, null, beginning.toByteArray(), false, reason, null);
  }

  /** Keeps the next bytes of a rejected block, up to {@link Limits#KEPT_BYTES} in total. */
  private void keep(int bytes, ByteArrayOutputStream beginning) {
    beginning.write(buffer, at, Math.min(bytes, Limits.KEPT_BYTES - beginning.size()));
  }

  private boolean atLine() {
    return atMember() || (at > 0 && buffer[at - 1] == '\n');
  }

  /** Moves past the next line feed, or to the beginning of the next member if that comes first. */
  private boolean toNextLine(ByteArrayOutputStream beginning) {
    while (has(1)) {
      Long member = places.higherKey(base + at);
      int end = member == null ? filled : (int) Math.min(filled, member - base);
      int line = at;
      while (line < end && buffer[line] != '\n') {
        line++;
      }
      boolean fed = line < end;
      int passed = line - at + (fed ? 1 : 0);
      keep(passed, beginning);
      at += passed;
      if (fed || (has(1) && atMember())) {
        return true;
      }
    }
    return false;
  }

  /** Continues after a damaged member. */
  private void resume() throws IOException {
    if (!(failure instanceof GzipMembers.DamagedException)) {
      throw failure;
    }
    failure = null;
    base += filled;
    at = 0;
    filled = 0;
    places.clear();
    ended = !members.resume();
  }

  private void skipNewlines() {
    while (has(1) && isNewline(0)) {
      at++;
    }
  }

  /**
   * Passes empty lines, and the few zeros that some writers put after a record.
   *
   * @return whether there are zeros, and a record after them
   */
  private boolean skipPadding() {
    skipNewlines();
    int zeros = 0;
    while (zeros < NEAR_BYTES && has(zeros + 1) && buffer[at + zeros] == 0) {
      zeros++;
    }
    boolean more = has(zeros + 1);
    boolean passed = zeros > 0 && (!more || startsRecord(zeros, true));
    at += passed ? zeros : 0;
    return passed && more;
  }

  /** The end of the newlines of a record's trailer that begin this many bytes ahead. */
  private int afterNewlines(int ahead) {
    int end = ahead;
    while (end < ahead + TRAILER_BYTES && has(end + 1) && isNewline(end)) {
      end++;
    }
    return end;
  }

  private boolean isNewline(int ahead) {
    return buffer[at + ahead] == '\r' || buffer[at + ahead] == '\n';
  }

  /**
   * Whether a record seems to begin this many bytes ahead.
   *
   * @param expected whether one must begin there, so that an ARC line is one with any date
   */
  private boolean startsRecord(int ahead, boolean expected) {
    boolean warc = isWarc(ahead);
    if (warc || Boolean.FALSE.equals(arc)) {
      return warc && !Boolean.TRUE.equals(arc);
    }
    String line = line(ahead);
    return line != null && RecordHeader.isArc(line, expected);
  }

  private boolean isWarc(int ahead) {
    return has(ahead + 6)
        && text(ahead, 5).equalsIgnoreCase("warc/")
        && Character.isDigit(buffer[at + ahead + 5]);
  }

  /**
   * Parses the header that begins this many bytes ahead, and sets its length; null if none does.
   */
  private MessageHeaders header(int ahead, boolean expected) {
    boolean warc = isWarc(ahead);
    boolean undated = expected && !Boolean.FALSE.equals(arc);
    MessageHeaders headers = warc ? warcHeader(ahead) : arcHeader(ahead, undated);
    if (headers != null) {
      arc = !warc;
    }
    return headers;
  }

  private MessageHeaders arcHeader(int ahead, boolean undated) {
    String line = line(ahead);
    headerBytes = line == null ? 0 : line.length();
    return line == null ? null : reader.arc(line, undated);
  }

  private MessageHeaders warcHeader(int ahead) {
    String line = line(ahead);
    // Where headers seem to begin line by line, none is examined further than to the next one.
    if (line == null || !RecordHeader.isVersion(line)) {
      return null;
    }
    int end = 0;
    while (line != null && !line.isBlank() && end < HEADER_BYTES) {
      end += line.length();
      line = line(ahead + end);
      if (line != null && RecordHeader.isVersion(line)) {
        return null;
      }
    }
    if (line == null || !line.isBlank()) {
      return null;
    }
    headerBytes = end + line.length();
    return reader.warc(text(ahead, end));
  }

  /**
   * The line that begins this many bytes ahead, with its line feed, or null if it is truncated or
   * too long.
   */
  private String line(int ahead) {
    int end = ahead;
    boolean ended = false;
    while (!ended && end < ahead + LINE_BYTES && has(end + 1)) {
      ended = buffer[at + end] == '\n';
      end++;
    }
    looked += end - ahead;
    return ended ? text(ahead, end - ahead) : null;
  }

  private String text(int ahead, int length) {
    return new String(buffer, at + ahead, length, ISO_8859_1);
  }

  /** Whether at least this many bytes follow; if so, they are in the buffer. */
  private boolean has(int bytes) {
    while (filled - at < bytes && !ended && failure == null) {
      if (filled == buffer.length) {
        makeRoom();
      }
      read();
    }
    return filled - at >= bytes;
  }

  private void read() {
    long before = base + filled;
    try {
      int n = in.read(buffer, filled, buffer.length - filled);
      ended = n < 0;
      filled += Math.max(0, n);
      if (n > 0 && members != null) {
        remember(before);
      }
    } catch (IOException e) {
      failure = e;
      soundTo = e instanceof GzipMembers.DamagedException damage ? before - damage.given() : before;
    }
  }

  private void makeRoom() {
    // The previous byte is kept: it shows whether a line begins here.
    int kept = Math.max(0, at - 1);
    if (kept > buffer.length / 2 || buffer.length >= LARGEST_BUFFER) {
      System.arraycopy(buffer, kept, buffer, 0, filled - kept);
      base += kept;
      at -= kept;
      filled -= kept;
    } else {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
  }

  private void remember(long plain) {
    Map.Entry<Long, Long> last = places.lastEntry();
    if (last != null && last.getValue() == members.memberAt()) {
      return;
    }
    if (places.size() == PLACES) {
      forget();
    }
    if (places.size() < PLACES || places.containsKey(plain)) {
      places.put(plain, members.memberAt());
    }
  }

  /** Forgets the members that ended before this point. */
  private void forget() {
    Long here = places.floorKey(base + at);
    if (here != null) {
      places.headMap(here).clear();
    }
  }

  private boolean atMember() {
    return places.containsKey(base + at);
  }

  /** Where a record that begins here begins in the stored archive, or -1. */
  private long offset() {
    if (members == null) {
      return size < 0 ? -1 : base + at;
    }
    // The first byte of a member that cannot be read at all has no place among the contents.
    return failure != null && !has(1) ? members.memberAt() : places.getOrDefault(base + at, -1L);
  }

  private String place() {
    long plain = base + at;
    if (members == null) {
      return (size < 0 ? "uncompressed byte " : "byte ") + plain;
    }
    if (places.isEmpty() || (failure != null && plain >= soundTo)) {
      return "byte " + members.memberAt();
    }
    forget();
    return "byte " + places.firstEntry().getValue();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
