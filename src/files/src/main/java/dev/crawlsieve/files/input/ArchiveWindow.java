package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.crawlsieve.core.encoding.GzipMembers;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A window onto a web archive's uncompressed bytes: those after the current point, in a buffer that
 * grows as needed. It knows where gzip members begin, and which bytes were read before the archive
 * turned out to be damaged.
 *
 * <p>Offsets called <em>ahead</em> are relative to the point.
 */
final class ArchiveWindow implements AutoCloseable {

  /** The longest line, with room for the longest accepted URL in UTF-8. */
  private static final int LINE_BYTES = 64 * 1024;

  /** Bytes that may be examined ahead for each byte passed; sound records need four. */
  private static final int LOOKS = 8;

  /** Bytes that may be examined ahead in addition. */
  private static final long SURE_LOOK_BYTES = 1 << 20;

  private static final int CHUNK_BYTES = 64 * 1024;
  private static final int TRAILER_BYTES = 16;
  private static final int LARGEST_BUFFER = 1 << 30;

  /**
   * Number of member offsets kept while their bytes are buffered; few buffered members begin
   * records.
   */
  private static final int PLACES = 1024;

  private final InputStream in;
  private final @Nullable GzipMembers members;
  private final long size;

  /** Where gzip members begin: offset in the stored bytes by offset in the uncompressed bytes. */
  private final NavigableMap<Long, Long> places = new TreeMap<>();

  private byte[] buffer = new byte[CHUNK_BYTES];
  private int at;
  private int filled;

  /** Offset at which the buffer begins, in uncompressed bytes. */
  private long base;

  private boolean ended;
  private @Nullable IOException failure;

  /** Offset up to which the bytes read before the failure are sound. */
  private long soundTo;

  private long looked;

  /**
   * @param in the archive's contents, uncompressed
   * @param members the source of the contents, or null if they are not gzipped
   * @param size of the archive in bytes, {@link Long#MAX_VALUE} if it is unknown, -1 if it is
   *     compressed
   */
  ArchiveWindow(InputStream in, @Nullable GzipMembers members, long size) {
    this.in = in;
    this.members = members;
    this.size = size;
    if (members != null) {
      places.put(0L, 0L);
    }
  }

  /** Number of bytes that were examined ahead as lines. */
  long looked() {
    return looked;
  }

  /** Whether more may be examined ahead: in proportion to what was passed. */
  boolean mayLook() {
    return looked <= SURE_LOOK_BYTES + LOOKS * passed();
  }

  /** Number of uncompressed bytes before the point. */
  long passed() {
    return base + at;
  }

  /** Number of bytes after the point; the maximum if the archive's size is unknown. */
  long left() {
    return size < 0 ? Long.MAX_VALUE : size - passed();
  }

  /** Why reading has failed. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Whether all bytes up to an offset ahead were read without a failure. */
  boolean isSound(int ahead) {
    return failure == null || passed() + ahead <= soundTo;
  }

  /** Whether at least this many bytes follow; if so, they are in the buffer. */
  boolean has(int bytes) {
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
        remember(members, before);
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

  private void remember(GzipMembers members, long plain) {
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

  /** Forgets the members that ended before the point. */
  private void forget() {
    Long here = places.floorKey(passed());
    if (here != null) {
      places.headMap(here).clear();
    }
  }

  /** A byte ahead that is in the buffer. */
  byte get(int ahead) {
    return buffer[at + ahead];
  }

  /** A copy of bytes ahead that are in the buffer. */
  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(buffer, at + from, at + to);
  }

  /** Bytes ahead that are in the buffer, as characters. */
  String text(int ahead, int length) {
    return new String(buffer, at + ahead, length, ISO_8859_1);
  }

  /**
   * The line that begins this many bytes ahead, with its line feed, or null if it is truncated or
   * too long.
   */
  @Nullable String line(int ahead) {
    int end = ahead;
    boolean over = false;
    while (!over && end < ahead + LINE_BYTES && has(end + 1)) {
      over = buffer[at + end] == '\n';
      end++;
    }
    looked += end - ahead;
    return over ? text(ahead, end - ahead) : null;
  }

  /** The end of the newlines of a record's trailer that begin this many bytes ahead. */
  int afterNewlines(int ahead) {
    int end = ahead;
    while (end < ahead + TRAILER_BYTES && has(end + 1) && isNewline(end)) {
      end++;
    }
    return end;
  }

  private boolean isNewline(int ahead) {
    return buffer[at + ahead] == '\r' || buffer[at + ahead] == '\n';
  }

  /** Moves the point past bytes that are in the buffer. */
  void pass(int bytes) {
    at += bytes;
  }

  /** Moves the point past empty lines. */
  void passNewlines() {
    while (has(1) && isNewline(0)) {
      at++;
    }
  }

  /** Moves the point past bytes in the buffer, and keeps the first ones; returns their number. */
  int passAtMost(long bytes, Kept kept) {
    int passed = (int) Math.min(bytes, filled - at);
    kept.add(buffer, at, passed);
    at += passed;
    return passed;
  }

  /**
   * Moves the point past the next line feed, or to the beginning of the next member if that comes
   * first.
   *
   * @return false if the archive ends before either
   */
  boolean passLine(Kept kept) {
    while (has(1)) {
      Long member = places.higherKey(passed());
      int end = member == null ? filled : (int) Math.min(filled, member - base);
      int line = at;
      while (line < end && buffer[line] != '\n') {
        line++;
      }
      boolean fed = line < end;
      passAtMost(line - at + (fed ? 1 : 0), kept);
      if (fed || (has(1) && atMember(0))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a line or a gzip member begins at the point. */
  boolean atLine() {
    return atMember(0) || (at > 0 && buffer[at - 1] == '\n');
  }

  /** Whether a gzip member begins this many bytes ahead. */
  boolean atMember(int ahead) {
    return places.containsKey(passed() + ahead);
  }

  /**
   * Continues after a damaged member.
   *
   * @throws IOException the failure, if it is not a damaged member
   */
  void resume() throws IOException {
    if (!(failure instanceof GzipMembers.DamagedException)) {
      throw failure;
    }
    failure = null;
    base += filled;
    at = 0;
    filled = 0;
    places.clear();
    ended = !Objects.requireNonNull(members).resume();
  }

  /** Where a record that begins at the point begins in the stored archive, or -1. */
  long offset() {
    if (members == null) {
      return size < 0 ? -1 : passed();
    }
    // If not even a member's first byte can be read, the member has no place among the contents.
    return failure != null && !has(1) ? members.memberAt() : places.getOrDefault(passed(), -1L);
  }

  /** The position of the point, in words. */
  String place() {
    if (members == null) {
      return (size < 0 ? "uncompressed byte " : "byte ") + passed();
    }
    if (places.isEmpty() || (failure != null && passed() >= soundTo)) {
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
