package dev.crawlsieve.files.input;

import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * Finds out whether a record begins at an offset ahead, and reads its header. An archive holds
 * either WARC or ARC records; the first one decides which.
 */
final class RecordStart {

  private static final int HEADER_BYTES = 256 * 1024;

  private final ArchiveWindow window;
  private final RecordHeader reader = new RecordHeader();

  /** Whether the archive is ARC; null before the first record. */
  private @Nullable Boolean arc;

  /** Length in bytes of the header read last. */
  private int headerBytes;

  RecordStart(ArchiveWindow window) {
    this.window = window;
  }

  /** Whether the records read so far are ARC. */
  boolean isArc() {
    return Boolean.TRUE.equals(arc);
  }

  /** Length in bytes of the header read last. */
  int headerBytes() {
    return headerBytes;
  }

  /**
   * Whether a record seems to begin this many bytes ahead.
   *
   * @param expected whether one must begin there; an ARC line may then have any word as its date or
   *     address
   */
  boolean at(int ahead, boolean expected) {
    boolean warc = isWarc(ahead);
    if (warc || Boolean.FALSE.equals(arc)) {
      return warc && !isArc();
    }
    String line = window.line(ahead);
    return line != null && RecordHeader.isArc(line, expected);
  }

  /** Whether a record begins this many bytes ahead with a header that states its length. */
  boolean complete(int ahead) {
    if (!window.mayLook() || !at(ahead, false)) {
      return false;
    }
    MessageHeaders next = header(ahead, false);
    return next != null && RecordHeader.length(next) >= 0;
  }

  private boolean isWarc(int ahead) {
    return window.has(ahead + 6)
        && window.text(ahead, 5).equalsIgnoreCase("warc/")
        && Character.isDigit(window.get(ahead + 5));
  }

  /**
   * Parses the header that begins this many bytes ahead, and sets its length; null if none does.
   *
   * @param expected whether one must begin there
   */
  @Nullable MessageHeaders header(int ahead, boolean expected) {
    boolean warc = isWarc(ahead);
    boolean any = expected && !Boolean.FALSE.equals(arc);
    MessageHeaders headers = warc ? warcHeader(ahead) : arcHeader(ahead, any);
    if (headers != null) {
      arc = !warc;
    }
    return headers;
  }

  private @Nullable MessageHeaders arcHeader(int ahead, boolean any) {
    String line = window.line(ahead);
    headerBytes = line == null ? 0 : line.length();
    return line == null ? null : reader.arc(line, any);
  }

  private @Nullable MessageHeaders warcHeader(int ahead) {
    String line = window.line(ahead);
    // Where every line seems to begin a header, each is examined only up to the next one.
    if (line == null || !RecordHeader.isVersion(line)) {
      return null;
    }
    int end = 0;
    while (line != null && !line.isBlank() && end < HEADER_BYTES) {
      end += line.length();
      line = window.line(ahead + end);
      if (line != null && RecordHeader.isVersion(line)) {
        return null;
      }
    }
    if (line == null || !line.isBlank()) {
      return null;
    }
    headerBytes = end + line.length();
    return reader.warc(window.text(ahead, end));
  }
}
