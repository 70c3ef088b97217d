package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Utf8Chars;
import java.util.List;

/**
 * A page as the classifier sees it: its text, split into runs, and the containers around them, both
 * in document order, with a container before its content.
 *
 * @param utf8 begins with the text of the runs, one after the other without separators, as defined
 *     by {@link Utf8Chars}; may be overwritten when the reader reads the next page
 * @param length number of bytes of it that are used
 * @param normalized whether the text is known to be in Unicode's normal form C and without unpaired
 *     surrogates
 * @param lines where the lines of preformatted text begin, ascending; an empty line begins where
 *     the next one does
 * @param picture the text of the picture that the page is named after; empty if there is none
 * @param data what is said in the data of scripts, in lines; empty if there is none
 */
record Outline(
    byte[] utf8,
    int length,
    boolean normalized,
    List<TextRun> runs,
    List<Container> containers,
    int[] lines,
    String picture,
    String data) {

  Container root() {
    return containers.get(0);
  }

  /** The same text, with all that another outline says as data. */
  Outline beside(Outline other) {
    StringBuilder all = new StringBuilder(data);
    for (TextRun run : other.runs) {
      all.append(other.text(run)).append('\n');
    }
    all.append(other.data);
    return new Outline(utf8, length, normalized, runs, containers, lines, picture, all.toString());
  }

  String text(TextRun run) {
    return Utf8Chars.decode(utf8, run.start, run.end);
  }
}
