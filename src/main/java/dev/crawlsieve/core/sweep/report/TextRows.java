package dev.crawlsieve.core.sweep.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of aligned cells for a terminal, the first to the left, with lines of text between them. */
final class TextRows {

  /** Columns of a terminal that the reports fit in. */
  static final int WIDTH = 100;

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row; a single cell is a line of text that widens no column. */
  TextRows add(List<String> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  /** The rows, each with its line feed, two blanks between columns. */
  String text() {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int i = 0; row.size() > 1 && i < row.size(); i++) {
        if (i == widths.size()) {
          widths.add(0);
        }
        widths.set(i, Math.max(widths.get(i), length(row.get(i))));
      }
    }
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder(row.get(0));
    for (int i = 1; i < row.size(); i++) {
      int blanks = i == 1 ? widths.get(0) - length(row.get(0)) : 0;
      line.append(" ".repeat(blanks + 2 + widths.get(i) - length(row.get(i)))).append(row.get(i));
    }
    return line.toString().stripTrailing() + "\n";
  }

  private static int length(String text) {
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

  /** A crawled text in so many columns, its beginning left out if it is longer. */
  static String end(String text, int columns) {
    int[] shown = CrawledText.printable(text).codePoints().toArray();
    return shown.length <= columns
        ? new String(shown, 0, shown.length)
        : "…" + new String(shown, shown.length - columns + 1, columns - 1);
  }
}
