package dev.crawlsieve.core.eval;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The lines of a truth file, before it is known which pages exist.
 *
 * <p>A truth file is UTF-8 text, a pair on each line: {@code url_a TAB url_b TAB label}, where the
 * label is {@code 1} (near-duplicates), {@code 0} (not) or {@code ?} (undecided). A file of kinds
 * has a fourth column, the kind. Lines that are empty or only white space, and lines that start
 * with {@code #}, are skipped. White space around a column is ignored. A pair is symmetric;
 * repeated with the same label it counts once.
 */
public final class TruthFile {

  private static final String SHAPE = "url_a TAB url_b TAB 1, 0 or ?";

  private final String name;
  private final List<Line> lines;

  private TruthFile(String name, List<Line> lines) {
    this.name = name;
    this.lines = lines;
  }

  /** A pair on a line. */
  private record Line(int number, TruthPair pair) {}

  /** The line on which a pair first occurred, and its label there. */
  private record Seen(int line, Label label) {}

  /**
   * Reads a truth file.
   *
   * @param in the file; not closed
   * @param name what to call it in messages
   * @throws EvaluationException with the line's number if a line does not have three columns or has
   *     an unknown label; or if there are no pairs at all
   */
  public static TruthFile read(Reader in, String name) throws IOException, EvaluationException {
    return read(in, name, 3);
  }

  /**
   * Reads a file of kinds: a truth file with a fourth column.
   *
   * @throws EvaluationException as for a truth file
   */
  public static TruthFile readKinds(Reader in, String name)
      throws IOException, EvaluationException {
    return read(in, name, 4);
  }

  private static TruthFile read(Reader in, String name, int columns)
      throws IOException, EvaluationException {
    BufferedReader reader = new BufferedReader(in);
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      String content = number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line;
      if (!content.isBlank() && !content.startsWith("#")) {
        lines.add(new Line(number, parse(content, columns, where(name, number))));
      }
    }
    if (lines.isEmpty()) {
      throw new EvaluationException(name + ": contains no pair, must have lines " + SHAPE);
    }
    return new TruthFile(name, lines);
  }

  private static String where(String name, int line) {
    return name + ", line " + line + ": ";
  }

  private static TruthPair parse(String line, int columns, String where)
      throws EvaluationException {
    String[] column = line.split("\t", -1);
    if (column.length != columns) {
      String kind = columns == 4 ? " TAB kind" : "";
      throw new EvaluationException(
          where
              + column.length
              + (column.length == 1 ? " column" : " columns")
              + ", must be "
              + columns
              + ": "
              + SHAPE
              + kind);
    }
    String sign = column[2].strip();
    Label label = Label.of(sign).orElse(null);
    if (label == null) {
      throw new EvaluationException(where + "the label is '" + sign + "', must be 1, 0 or ?");
    }
    return new TruthPair(
        column[0].strip(), column[1].strip(), label, columns == 4 ? column[3].strip() : "");
  }

  /** All URLs in the file, as written. */
  public Set<String> urls() {
    Set<String> urls = new LinkedHashSet<>();
    for (Line line : lines) {
      urls.add(line.pair().urlA());
      urls.add(line.pair().urlB());
    }
    return urls;
  }

  /**
   * The pairs of pages.
   *
   * @param find returns the URL as produced of the page that a URL of the file refers to
   * @throws EvaluationException with the line's number if a line names an unknown page, pairs a
   *     page with itself, or contradicts an earlier line
   */
  public TruthPairs pairs(Function<String, Optional<String>> find) throws EvaluationException {
    return pairs(find, true);
  }

  /**
   * The pairs whose pages are both known; may be empty.
   *
   * @throws EvaluationException as {@link #pairs}, but never for an unknown page
   */
  public TruthPairs knownPairs(Function<String, Optional<String>> find) throws EvaluationException {
    return pairs(find, false);
  }

  private TruthPairs pairs(Function<String, Optional<String>> find, boolean all)
      throws EvaluationException {
    List<TruthPair> pairs = new ArrayList<>();
    Map<Set<String>, Seen> seen = new HashMap<>();
    for (Line line : lines) {
      Optional<String> a = found(line, line.pair().urlA(), find, all);
      Optional<String> b = found(line, line.pair().urlB(), find, all);
      if (a.isEmpty() || b.isEmpty()) {
        continue;
      }
      TruthPair pair = new TruthPair(a.get(), b.get(), line.pair().label(), line.pair().kind());
      if (isNew(line, pair, seen)) {
        pairs.add(pair);
      }
    }
    return new TruthPairs(pairs);
  }

  private Optional<String> found(
      Line line, String url, Function<String, Optional<String>> find, boolean must)
      throws EvaluationException {
    Optional<String> found = find.apply(url);
    if (must && found.isEmpty()) {
      throw new EvaluationException(
          where(name, line.number()) + "no page has the URL '" + url + "'");
    }
    return found;
  }

  private boolean isNew(Line line, TruthPair pair, Map<Set<String>, Seen> seen)
      throws EvaluationException {
    String where = where(name, line.number());
    if (pair.urlA().equals(pair.urlB())) {
      throw new EvaluationException(
          where + "the page '" + pair.urlA() + "' is paired with itself, must be two pages");
    }
    Seen before =
        seen.putIfAbsent(Set.of(pair.urlA(), pair.urlB()), new Seen(line.number(), pair.label()));
    if (before != null && before.label() != pair.label()) {
      throw new EvaluationException(
          where
              + "the pair is labelled "
              + pair.label().sign()
              + ", but "
              + before.label().sign()
              + " on line "
              + before.line()
              + "; must have one label");
    }
    return before == null;
  }
}
