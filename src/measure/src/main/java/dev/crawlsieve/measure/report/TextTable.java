package dev.crawlsieve.measure.report;

import static dev.crawlsieve.measure.report.TextLines.length;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of text for a terminal: first columns aligned to the left, numbers to the right, two
 * blanks between columns. Each character counts as one column wide.
 */
public final class TextTable {

  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

  /** An empty table whose first column is aligned to the left. */
  public TextTable() {
    this(1);
  }

  /**
   * An empty table.
   *
   * @param leftColumns number of columns that are aligned to the left, at least 1
   */
  public TextTable(int leftColumns) {
    this.leftColumns = leftColumns;
  }

  /** Adds a row. A single cell is a line of text, which does not widen a column. */
  public TextTable row(List<String> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Adds a row. */
  public TextTable row(String... cells) {
    return row(List.of(cells));
  }

  /** The rows, each ending with a line feed and without trailing blanks. */
  public String text() {
    int[] widths = widths();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private int[] widths() {
    int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
    for (List<String> row : rows) {
      for (int i = 0; row.size() > 1 && i < row.size(); i++) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    return widths;
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      String blanks = " ".repeat(Math.max(0, widths[i] - length(cell)));
      line.append(i == 0 ? "" : "  ");
      line.append(i < leftColumns ? cell + blanks : blanks + cell);
    }
    return line.toString().stripTrailing() + "\n";
  }
}
