package dev.crawlsieve.core.eval.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells, aligned for a terminal: the first columns to the left, numbers to the right. */
final class TextTable {

  private final int leftColumns;
  private final List<List<String>> lines = new ArrayList<>();

  /**
   * An empty table.
   *
   * @param leftColumns how many columns are aligned to the left
   */
  TextTable(int leftColumns, List<String> head) {
    this.leftColumns = leftColumns;
    lines.add(head);
  }

  void add(List<String> cells) {
    if (cells.size() != lines.get(0).size()) {
      throw new IllegalArgumentException(
          cells.size() + " cells, the table has " + lines.get(0).size() + " columns");
    }
    lines.add(cells);
  }

  /** The table, each line with its line feed, two blanks between columns. */
  String text() {
    int[] width = new int[lines.get(0).size()];
    for (List<String> line : lines) {
      for (int i = 0; i < width.length; i++) {
        width[i] = Math.max(width[i], length(line.get(i)));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder padded = new StringBuilder();
      for (int i = 0; i < width.length; i++) {
        String cell = line.get(i);
        String padding = " ".repeat(width[i] - length(cell));
        padded.append(i == 0 ? "" : "  ");
        padded.append(i < leftColumns ? cell + padding : padding + cell);
      }
      text.append(padded.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
