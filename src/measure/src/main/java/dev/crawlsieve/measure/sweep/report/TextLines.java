package dev.crawlsieve.measure.sweep.report;

import dev.crawlsieve.measure.report.CrawledText;

/** Lines of text that fit in a terminal. */
final class TextLines {

  /** Columns of a terminal that the reports fit in. */
  static final int WIDTH = 80;

  private TextLines() {}

  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Breaks a text at blanks so that it fits; the first line is indented, and further ones. */
  static String wrapped(String first, String text, String further) {
    StringBuilder lines = new StringBuilder();
    String line = first;
    for (String word : CrawledText.printable(text).split(" ")) {
      if (!line.isBlank() && length(line) + 1 + length(word) > WIDTH) {
        lines.append(line).append('\n');
        line = further + word;
      } else {
        line = line.isBlank() ? line + word : line + " " + word;
      }
    }
    return lines.append(line).append('\n').toString();
  }
}
