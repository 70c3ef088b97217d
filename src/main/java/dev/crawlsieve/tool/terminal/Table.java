package dev.crawlsieve.tool.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows of columns: the first column is left-aligned, the others right-aligned. */
public final class Table {

  private final List<String[]> rows = new ArrayList<>();

  public Table row(String... cells) {
    rows.add(cells);
    return this;
  }

  public void print(Console console) {
    int columns = rows.stream().mapToInt(row -> row.length).max().orElse(0);
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int column = 0; column < row.length; column++) {
        widths[column] = Math.max(widths[column], row[column].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.length; column++) {
        String blanks = " ".repeat(widths[column] - row[column].length());
        line.append(column == 0 ? row[column] + blanks : "  " + blanks + row[column]);
      }
      console.line(line.toString().stripTrailing());
    }
  }
}
