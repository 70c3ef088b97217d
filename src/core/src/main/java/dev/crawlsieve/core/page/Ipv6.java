package dev.crawlsieve.core.page;

import java.util.Arrays;
import java.util.HexFormat;

/** Reads an IPv6 address (RFC 4291, section 2.2) as the URL Standard does, section 3.5. */
final class Ipv6 {

  private static final int PIECES = 8;

  private final String text;
  private final int to;
  private final int[] pieces = new int[PIECES];
  private int at;
  private int count;

  /** Number of pieces before the double colon, which counts as one; -1 without one. */
  private int gap = -1;

  private Ipv6(String text, int from, int to) {
    this.text = text;
    this.at = from;
    this.to = to;
  }

  /**
   * The short form (RFC 5952, without its section 5: all numbers are hexadecimal) of the address in
   * {@code text[from, to)}; null if there is none.
   */
  static String shortForm(String text, int from, int to) {
    Ipv6 address = new Ipv6(text, from, to);
    return address.read() ? address.written() : null;
  }

  private boolean read() {
    if (peek(':')) {
      at++;
      if (!peek(':')) {
        return false;
      }
      at++;
      gap = ++count;
    }
    while (at < to) {
      if (count == PIECES || !readPiece()) {
        return false;
      }
    }
    if (gap < 0) {
      return count == PIECES;
    }
    int behind = count - gap;
    System.arraycopy(pieces, gap, pieces, PIECES - behind, behind);
    Arrays.fill(pieces, gap, PIECES - behind, 0);
    return true;
  }

  /** Reads a number and the colon behind it, the second colon of two, or an IPv4 address. */
  private boolean readPiece() {
    if (peek(':')) {
      at++;
      boolean second = gap >= 0;
      gap = ++count;
      return !second;
    }
    int from = at;
    int value = 0;
    while (at < to && at - from < 4 && HexFormat.isHexDigit(text.charAt(at))) {
      value = value << 4 | HexFormat.fromHexDigit(text.charAt(at++));
    }
    if (peek('.')) {
      at = from;
      return readIpv4();
    }
    pieces[count++] = value;
    if (at == to) {
      return at > from;
    }
    return peek(':') && at > from && ++at < to;
  }

  /** Reads an IPv4 address of four decimal numbers up to the end. */
  private boolean readIpv4() {
    if (count > PIECES - 2) {
      return false;
    }
    for (int number = 0; number < 4; number++) {
      if (number > 0) {
        if (!peek('.')) {
          return false;
        }
        at++;
      }
      int from = at;
      int value = 0;
      while (at < to && text.charAt(at) >= '0' && text.charAt(at) <= '9' && value <= 255) {
        value = value * 10 + text.charAt(at++) - '0';
      }
      boolean zeroFirst = at - from > 1 && text.charAt(from) == '0';
      if (at == from || value > 255 || zeroFirst) {
        return false;
      }
      pieces[count] = pieces[count] << 8 | value;
      count += number & 1;
    }
    return at == to;
  }

  private boolean peek(char c) {
    return at < to && text.charAt(at) == c;
  }

  /** The first of the longest runs of at least two zeros becomes a double colon. */
  private String written() {
    int start = -1;
    int length = 1;
    for (int i = 0; i < PIECES; i++) {
      int end = i;
      while (end < PIECES && pieces[end] == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
      i = Math.max(i, end - 1);
    }
    StringBuilder address = new StringBuilder();
    for (int i = 0; i < PIECES; i++) {
      if (i == start) {
        address.append(i == 0 ? "::" : ":");
        i += length - 1;
      } else {
        address.append(Integer.toHexString(pieces[i])).append(i < PIECES - 1 ? ":" : "");
      }
    }
    return address.toString();
  }
}
