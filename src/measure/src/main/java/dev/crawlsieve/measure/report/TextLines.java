package dev.crawlsieve.measure.report;

import java.util.List;

/** Text for people: lists, and lines that fit a terminal. */
public final class TextLines {

  /** Number of columns that a report may take. */
  public static final int WIDTH = 80;

  private TextLines() {}

  /** {@return items as "a, b and c"} */
  public static String listed(List<String> items) {
    int last = items.size() - 1;
    return last < 1
        ? String.join("", items)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Breaks a text at blanks into lines that fit; {@code first} and {@code further} are indents. */
  public static String wrapped(String first, String text, String further) {
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
