package dev.crawlsieve.measure.report;

/** Breaks text into lines that fit a terminal. */
public final class TextLines {

  /** Number of columns that a report may take. */
  public static final int WIDTH = 80;

  private TextLines() {}

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
