package dev.crawlsieve.core.html;

import dev.crawlsieve.core.text.EightAscii;

/**
 * Determines whether a document type puts a page into quirks mode, in which a table does not end a
 * paragraph.
 */
final class Doctype {

  private final byte[] utf8;
  private final int end;
  private int at;

  private Doctype(byte[] utf8, int from, int end) {
    this.utf8 = utf8;
    this.end = end;
    this.at = from;
  }

  /** Examines the text between {@code <!doctype} and the end of the tag. */
  static boolean hasQuirks(byte[] utf8, int from, int to) {
    return new Doctype(utf8, from, to).read();
  }

  private boolean read() {
    skipBlanks();
    boolean html =
        Bytes.standsAt(utf8, at, end, "html") && (at + 4 == end || Bytes.isBlank(utf8[at + 4]));
    if (!html) {
      return true;
    }
    at += 4;
    skipBlanks();
    if (at == end) {
      return false;
    }
    boolean isPublic = Bytes.standsAt(utf8, at, end, "public");
    if (!isPublic && !Bytes.standsAt(utf8, at, end, "system")) {
      return true;
    }
    at += 6;
    skipBlanks();
    int start = at + 1;
    if (!skipQuoted()) {
      return true;
    }
    if (!isPublic) {
      return false;
    }
    if (at - 1 - start == 4 && Bytes.standsAt(utf8, start, end, "html")) {
      return true;
    }
    skipBlanks();
    return at < end && !skipQuoted(); // the system identifier
  }

  private void skipBlanks() {
    while (at < end && Bytes.isBlank(utf8[at])) {
      at++;
    }
  }

  private boolean skipQuoted() {
    if (at == end || (utf8[at] != '"' && utf8[at] != '\'')) {
      return false;
    }
    at = EightAscii.find(utf8, at + 1, end, (char) utf8[at]) + 1;
    return at <= end;
  }
}
