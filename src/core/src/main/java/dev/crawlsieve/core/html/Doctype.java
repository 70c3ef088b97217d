package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;

/**
 * Determines whether a document type puts a page into quirks mode, in which a table does not end a
 * paragraph.
 */
final class Doctype {

  private static final String BLANKS = "[\t\n\f\r ]*+";
  private static final String QUOTED = "(?:\"[^\"]*+\"|'[^']*+')";

  private static final Pattern WITHOUT_QUIRKS =
      Pattern.compile(
          BLANKS
              + "html(?:(?=[\t\n\f\r ])"
              + BLANKS
              + ("(?:system" + BLANKS + QUOTED + ".*")
              + ("|public" + BLANKS + "(?!\"html\"|'html')" + QUOTED + BLANKS)
              + ("(?:" + QUOTED + ".*)?)?)?"),
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private Doctype() {}

  /** Examines the text between {@code <!doctype} and the end of the tag. */
  static boolean hasQuirks(byte[] utf8, int from, int to) {
    return !WITHOUT_QUIRKS.matcher(new String(utf8, from, to - from, ISO_8859_1)).matches();
  }
}
