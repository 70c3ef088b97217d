package dev.crawlsieve.files.input;

import java.util.function.IntUnaryOperator;

/**
 * Finds the end of a block whose length its writer counted wrongly.
 *
 * <p>To find it, the block is counted in other ways. In total, at most {@link #COUNTS} bytes are
 * counted for each byte of the archive passed, and five blocks more.
 */
final class MiscountedBlock {

  /** Bytes that may be counted for each byte passed: there are five ways to count. */
  private static final int COUNTS = 5;

  /** The most bytes by which a length may be wrong. */
  private static final int NEAR_BYTES = 8;

  private static final int HEAD_BYTES = 256 * 1024;

  private final ArchiveWindow window;
  private final RecordStart starts;
  private final int blockLimit;
  private long counted;

  /**
   * @param blockLimit largest block accepted, in bytes
   */
  MiscountedBlock(ArchiveWindow window, RecordStart starts, int blockLimit) {
    this.window = window;
    this.starts = starts;
    this.blockLimit = blockLimit;
  }

  /** Number of bytes that were counted. */
  long counted() {
    return counted;
  }

  /**
   * The end of a block whose length was counted in another way: in UTF-16 units (node-warc), in
   * characters (Python), with one more for each surrogate pair (WARCreate), or before CRs were
   * removed from the HTTP header or from all lines (ClueWeb09); or whose length is wrong by a few
   * bytes. -1 if the block ends at none of these places.
   *
   * @param header length of the record's header in bytes
   * @param length length of the block as its header states it
   */
  int end(int header, int length) {
    if (counted > COUNTS * window.passed()) {
      return -1;
    }
    int otherwise = otherwiseCounted(header, length);
    int end = header + length + NEAR_BYTES;
    while (otherwise < 0 && end >= Math.max(header, header + length - NEAR_BYTES)) {
      otherwise = isEnd(end, false) ? end : -1;
      end--;
    }
    return otherwise;
  }

  private int otherwiseCounted(int header, int length) {
    int units = count(header, length, MiscountedBlock::utf16Units);
    if (units >= 0 && isEnd(units, true)) {
      return units;
    }
    int characters = count(header, length, b -> isWithin(b) ? 0 : 1);
    if (characters >= 0 && isEnd(characters, true)) {
      return characters;
    }
    int pairs = count(header, length, b -> isPair(b) ? 2 : 1);
    if (pairs >= 0 && isEnd(pairs, true)) {
      return pairs;
    }
    int lines = count(header, length, b -> b == '\n' ? 2 : 1);
    if (lines >= 0 && isEnd(lines, true)) {
      return lines;
    }
    int lessHead = header + length - linesOfHead(header, length);
    return isEnd(lessHead, true) ? lessHead : -1;
  }

  private static int utf16Units(int b) {
    return isWithin(b) ? 0 : isPair(b) ? 2 : 1;
  }

  /** Whether a byte of UTF-8 continues a character. */
  private static boolean isWithin(int b) {
    return (b & 0xc0) == 0x80;
  }

  /** Whether a byte of UTF-8 begins a character that takes two UTF-16 units. */
  private static boolean isPair(int b) {
    return (b & 0xf8) == 0xf0;
  }

  /** The place where the units of the bytes from here on sum up to a length, or -1. */
  private int count(int from, int length, IntUnaryOperator units) {
    int end = from;
    int sum = 0;
    int next = 0;
    while (sum + next <= length && end - from < blockLimit && window.has(end + 1)) {
      sum += next;
      next = units.applyAsInt(window.get(end));
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
    while (!empty && end < from + Math.min(length, HEAD_BYTES) && window.has(end + 1)) {
      if (window.get(end) == '\n') {
        empty = end == line;
        line = end + 1;
        lines++;
      }
      end++;
    }
    counted += end - from;
    return lines;
  }

  /**
   * Whether a block surely ends this many bytes ahead.
   *
   * @param exact whether one of the ways to count leads exactly there
   */
  private boolean isEnd(int ahead, boolean exact) {
    if (!window.has(ahead)) {
      return false;
    }
    int end = window.afterNewlines(ahead);
    String newlines = window.text(ahead, end - ahead);
    boolean ended =
        starts.isArc()
            ? newlines.contains("\n")
            : newlines.startsWith("\r\n\r\n") || newlines.startsWith("\n\n");
    if (!ended || !window.isSound(end)) {
      return false;
    }
    // In ARC a line feed ends a record, and any body may have one at the end of the archive.
    return window.has(end + 1) ? starts.complete(end) : exact || !starts.isArc();
  }
}
