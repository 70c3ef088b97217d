package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Utf8Chars;
import java.util.List;

/**
 * A page as the classifier sees it: its text, cut into runs, and the containers that hold them,
 * both in document order, a container before what it holds.
 *
 * @param utf8 begins with the text of the runs, one after the other without separators, as {@link
 *     Utf8Chars} has it; the reader may write over it when it reads the next page
 * @param length how much of it counts
 * @param normalized whether the text is known to be in Unicode's normal form C and without
 *     surrogates that are alone
 * @param language the declared language, lower-case, or the empty string
 */
record Outline(
    byte[] utf8,
    int length,
    boolean normalized,
    List<TextRun> runs,
    List<Container> containers,
    String language) {

  Container root() {
    return containers.get(0);
  }

  String text(TextRun run) {
    return Utf8Chars.decode(utf8, run.start, run.end);
  }
}
