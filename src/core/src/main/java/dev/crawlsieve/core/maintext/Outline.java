package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Utf8Chars;
import java.util.List;

/**
 * A page as the classifier sees it: its text, split into runs, and the containers around them, both
 * in document order, with a container before its content.
 *
 * @param utf8 a buffer that begins with the text of the runs, one after the other without
 *     separators, as defined by {@link Utf8Chars}; may be overwritten when the reader reads the
 *     next page
 * @param length number of bytes of the buffer that are used
 * @param normalized whether the text is known to be in Unicode's normal form C and without unpaired
 *     surrogates
 * @param lines the offsets at which lines of preformatted text begin, ascending; an empty line has
 *     the same offset as the next one
 * @param picture the text of the picture that is the page's heading; empty if there is none
 * @param pictures the first pictures of the page, in document order
 * @param data the prose in the data of scripts, in lines; empty if there is none
 */
record Outline(
    byte[] utf8,
    int length,
    boolean normalized,
    List<TextRun> runs,
    List<Container> containers,
    int[] lines,
    String picture,
    List<Pictures.Picture> pictures,
    String data) {

  Container root() {
    return containers.get(0);
  }

  /** The same outline, with all text of another outline added as data. */
  Outline beside(Outline other) {
    StringBuilder all = new StringBuilder(data);
    for (TextRun run : other.runs) {
      all.append(other.text(run)).append('\n');
    }
    all.append(other.data);
    return new Outline(
        utf8, length, normalized, runs, containers, lines, picture, pictures, all.toString());
  }

  String text(TextRun run) {
    return Utf8Chars.decode(utf8, run.start, run.end);
  }
}
