package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.page.Markup;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns Markdown (CommonMark 0.31 with GitHub's tables and with front matter) into HTML, so it is
 * read like the page that it was made from.
 *
 * <p>This is not a full parser: it tells apart only blocks, links, images, code and HTML, which
 * determine what is text. Quotes are not nested, and emphasis stays as it is. Each line is read
 * once, from left to right, and a failed search is not repeated in the same line. So the time is
 * linear, and nothing is recursive.
 */
final class MarkdownHtml {

  private static final Pattern TITLE = Pattern.compile("title\\s*[:=]\\s*(\\S.*)");
  private static final Pattern REFERENCE = Pattern.compile("\\[[^\\[\\]]{1,999}]:\\s*\\S.*");
  private static final Pattern TABLE_RULE = Pattern.compile("[|: \t]*+-[|: \t-]*+");
  private static final Pattern ITEM = Pattern.compile("(?:[-*+]|[0-9]{1,9}[.)])[ \t]+");
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]{1,31}:");

  /** The most lines of front matter. */
  private static final int FRONT_LINES = 500;

  /** The most nested parentheses in a link's address (CommonMark requires 3, cmark allows 32). */
  private static final int MOST_PARENTHESES = 32;

  private static final String MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private final String[] lines;
  private final StringBuilder out = new StringBuilder();
  private int at;

  /** Where in {@link #out} the paragraph begins that the next line may continue, or -1. */
  private int paragraph = -1;

  private boolean table;

  /**
   * Where in {@link #out} the first heading is, if none of level 1 was found yet; -1 if there is
   * none.
   */
  private int heading = -1;

  private int headingEnd;
  private boolean hasTop;

  /** Where in {@link #out} the open brackets of a line are; those of images are negative. */
  private int[] open = new int[8];

  private MarkdownHtml(String text) {
    lines = text.split("\r\n?|\n", -1);
  }

  /** An HTML page with the same content. */
  static Markup of(Markup markdown) {
    MarkdownHtml html = new MarkdownHtml(markdown.text());
    html.frontMatter();
    html.blocks();
    return Markup.of(html.out.toString().getBytes(UTF_8), 0, UTF_8);
  }

  private void frontMatter() {
    String fence = trimmed(lines[0]);
    if (!fence.equals("---") && !fence.equals("+++")) {
      return;
    }
    String title = "";
    for (int i = 1; i < Math.min(lines.length, FRONT_LINES); i++) {
      String line = trimmed(lines[i]);
      Matcher named = TITLE.matcher(line);
      if (line.equals(fence) || line.equals("...")) {
        out.append("<title>");
        escape(title, 0, title.length());
        out.append("</title>");
        at = i + 1;
        return;
      } else if (title.isEmpty() && named.matches()) {
        title = unquoted(named.group(1));
      }
    }
  }

  private static String unquoted(String value) {
    char first = value.charAt(0);
    boolean quoted = (first == '"' || first == '\'') && value.indexOf(first, 1) > 0;
    return quoted ? value.substring(1, value.lastIndexOf(first)) : value;
  }

  private void blocks() {
    for (; at < lines.length; at++) {
      String line = lines[at];
      int from = content(line);
      int end = trimmed(line).length();
      if (from >= end) {
        endBlock();
      } else if (fence(line, from) > 0) {
        code(line.charAt(from), fence(line, from));
      } else if (line.charAt(from) == '#' && headingLevel(line, from) > 0) {
        heading(line, from, end);
      } else if (paragraph >= 0 && isUnderline(line, from, end)) {
        underlined(line.charAt(from) == '=' ? 1 : 2);
      } else if (isRule(line, from, end)) {
        endBlock();
        out.append("<hr>");
      } else if (line.charAt(from) == '|') {
        row(line, from, end);
      } else if (!REFERENCE.matcher(line).region(from, end).matches()) {
        text(line, from, end);
      }
    }
    endBlock();
    if (!hasTop && heading >= 0) { // the first heading names the page
      out.setCharAt(heading + 2, '1');
      out.setCharAt(headingEnd - 2, '1');
    }
  }

  /** A line without trailing blanks. */
  private static String trimmed(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) <= ' ') {
      end--;
    }
    return line.substring(0, end);
  }

  /** Index at which a line's text begins, after blanks and the marks of quotes. */
  private static int content(String line) {
    int from = 0;
    while (from < line.length() && (line.charAt(from) <= ' ' || line.charAt(from) == '>')) {
      from++;
    }
    return from;
  }

  private void endBlock() {
    paragraph = -1;
    if (table) {
      out.append("</table>");
      table = false;
    }
    out.append("\n<p>");
  }

  /** The number of marks that begin or end code here, at least 3; otherwise 0. */
  private static int fence(String line, int from) {
    char mark = line.charAt(from);
    if (mark != '`' && mark != '~') {
      return 0;
    }
    int end = run(line, from, line.length());
    boolean inline = mark == '`' && line.indexOf('`', end) >= 0;
    return end - from < 3 || inline ? 0 : end - from;
  }

  private static int run(String line, int from, int end) {
    int to = from;
    while (to < end && line.charAt(to) == line.charAt(from)) {
      to++;
    }
    return to;
  }

  private void code(char mark, int length) {
    endBlock();
    out.append("<pre>");
    for (at++; at < lines.length; at++) {
      String line = lines[at];
      int from = content(line);
      if (from < line.length()
          && line.charAt(from) == mark
          && fence(line, from) >= length
          && run(line, from, line.length()) >= trimmed(line).length()) {
        break;
      }
      escape(line, 0, line.length());
      out.append('\n');
    }
    out.append("</pre>");
    endBlock();
  }

  private static int headingLevel(String line, int from) {
    int end = run(line, from, line.length());
    boolean is = end - from <= 6 && (end == line.length() || line.charAt(end) <= ' ');
    return is ? end - from : 0;
  }

  private void heading(String line, int from, int end) {
    endBlock();
    int level = headingLevel(line, from);
    int to = end;
    while (to > from + level && line.charAt(to - 1) == '#') {
      to--;
    }
    int begins = out.length();
    out.append("<h").append(level).append('>');
    inline(line, from + level, to);
    out.append("</h").append(level).append('>');
    note(level, begins);
    endBlock();
  }

  private void note(int level, int begins) {
    hasTop |= level == 1;
    if (heading < 0) {
      heading = begins;
      headingEnd = out.length();
    }
  }

  private static boolean isUnderline(String line, int from, int end) {
    char mark = line.charAt(from);
    return (mark == '=' || mark == '-') && run(line, from, end) == end;
  }

  private static boolean isRule(String line, int from, int end) {
    char mark = line.charAt(from);
    int marks = 0;
    for (int i = from; i < end; i++) {
      char c = line.charAt(i);
      if (c == mark) {
        marks++;
      } else if (c > ' ') {
        return false;
      }
    }
    return marks >= 3 && (mark == '-' || mark == '*' || mark == '_');
  }

  private void underlined(int level) {
    int begins = paragraph;
    out.insert(begins, "<h" + level + ">").append("</h").append(level).append('>');
    note(level, begins);
    endBlock();
  }

  private void row(String line, int from, int end) {
    paragraph = -1;
    if (TABLE_RULE.matcher(line).region(from, end).matches()) {
      return;
    }
    out.append(table ? "<tr><td>" : "<table><tr><td>");
    table = true;
    inline(line, from + 1, end);
    out.append('\n');
  }

  private void text(String line, int from, int end) {
    Matcher item = ITEM.matcher(line).region(from, end);
    boolean listed = item.lookingAt();
    if (table || listed) {
      endBlock();
    }
    if (paragraph < 0) {
      paragraph = out.length();
    }
    if (listed) {
      out.append("<li>");
      paragraph = out.length();
    }
    inline(line, listed ? item.end() : from, end);
    out.append('\n');
  }

  // What is inside a line.

  private void inline(String line, int from, int end) {
    int depth = 0;
    int linked = 0; // brackets below this depth are around a link, so they are no links
    int noCode = 0; // bit n: the rest of the line has no run of n backquotes
    int close = -1; // of the next tag
    int[] noQuote = {0};
    for (int i = from; i < end; ) {
      char c = line.charAt(i);
      int next = i + 1;
      if (c == '\\' && next < end && MARKS.indexOf(line.charAt(next)) >= 0) {
        escape(line, next, next + 1);
        next++;
      } else if (c == '`') {
        int length = run(line, i, end) - i;
        int bit = 1 << Math.min(length, 31);
        int closed = (noCode & bit) != 0 ? -1 : closing(line, i + length, end, length);
        noCode |= closed < 0 ? bit : 0;
        next = closed < 0 ? i + length : closed + length;
        escape(line, i + length, closed < 0 ? i + length : closed);
      } else if (c == '[') {
        open = depth == open.length ? Arrays.copyOf(open, 2 * depth) : open;
        boolean image = i > from && line.charAt(i - 1) == '!';
        open[depth++] = image ? -out.length() : out.length();
        out.append(c);
      } else if (c == ']' && depth > 0) {
        int after = target(line, i + 1, end, noQuote);
        depth--;
        boolean around = depth < linked && open[depth] >= 0;
        linked = Math.min(linked, depth);
        if (after < 0 || around) {
          out.append(c);
          after = -1;
        } else if (open[depth] < 0) {
          out.setLength(-open[depth] - 1); // together with its exclamation mark
        } else {
          out.replace(open[depth], open[depth] + 1, "<a href=#>").append("</a>");
          linked = depth;
        }
        next = after < 0 ? next : after;
      } else if (c == '<') {
        if (close < i) {
          close = line.indexOf('>', i);
          close = close < 0 ? line.length() : close;
        }
        next = tag(line, i, close < end ? close : -1);
      } else if (c == '|' && table) {
        out.append("<td>");
      } else {
        out.append(c);
      }
      i = next;
    }
  }

  /** Index at which a run of exactly this many backquotes begins, or -1. */
  private static int closing(String line, int from, int end, int length) {
    int at = line.indexOf('`', from);
    while (at >= 0 && at < end) {
      int to = run(line, at, end);
      if (to - at == length) {
        return at;
      }
      at = line.indexOf('`', to);
    }
    return -1;
  }

  /** Index after the address or label that follows a bracket; -1 if there is none. */
  private static int target(String line, int from, int end, int[] noQuote) {
    if (from < end && line.charAt(from) == '[') {
      int close = from + 1;
      while (close < end && line.charAt(close) != ']' && line.charAt(close) != '[') {
        close++;
      }
      return close < end && line.charAt(close) == ']' ? close + 1 : -1;
    }
    if (from == end || line.charAt(from) != '(') {
      return -1;
    }
    int depth = 0;
    for (int i = from; i < end; i++) {
      char c = line.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '(' && ++depth > MOST_PARENTHESES) {
        return -1;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      } else if ((c == '"' || c == '\'') && line.charAt(i - 1) == ' ') {
        int bit = c == '"' ? 1 : 2;
        int close = (noQuote[0] & bit) != 0 ? -1 : line.indexOf(c, i + 1);
        if (close < 0 || close >= end) {
          noQuote[0] |= bit;
          return -1;
        }
        i = close;
      }
    }
    return -1;
  }

  /** Writes a tag or an address in angle brackets, or only the bracket; returns the next index. */
  private int tag(String line, int from, int close) {
    boolean comment = line.startsWith("<!--", from);
    if (close < 0 && !comment) {
      out.append("&lt;");
      return from + 1;
    }
    if (SCHEME.matcher(line).region(from + 1, Math.max(from + 1, close)).lookingAt()) {
      escape(line, from + 1, close);
      return close + 1;
    }
    char first = from + 1 < line.length() ? line.charAt(from + 1) : ' ';
    boolean letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    boolean tag = letter || first == '/' || first == '!' || first == '?';
    out.append(tag ? "<" : "&lt;");
    return from + 1;
  }

  private void escape(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '&' -> out.append("&amp;");
        default -> out.append(c);
      }
    }
  }
}
