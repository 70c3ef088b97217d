package dev.crawlsieve.page;

import java.util.List;

/**
 * A page as the classifier sees it: its text, cut into runs, and the containers that hold them,
 * both in document order, a container before what it holds.
 *
 * @param text the text of the runs, one after the other without separators
 * @param normalized whether the text is known to be in Unicode's normal form C
 * @param language the declared language, lower-case, or the empty string
 */
record Outline(
    String text,
    boolean normalized,
    List<TextRun> runs,
    List<Container> containers,
    String language) {

  Container root() {
    return containers.get(0);
  }

  String text(TextRun run) {
    return text.substring(run.start, run.end);
  }
}
