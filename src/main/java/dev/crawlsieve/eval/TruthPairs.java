package dev.crawlsieve.eval;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Labelled pairs of pages.
 *
 * <p>A truth file is UTF-8 text, a pair on each line: {@code url_a TAB url_b TAB label}, where the
 * label is {@code 1} (near-duplicates), {@code 0} (not) or {@code ?} (undecided). A file of kinds
 * has a fourth column, the kind. Lines that are empty or only white space, and lines that start
 * with {@code #}, are skipped. White space around a column does not count. A pair is the same in
 * either order; said again with the same label it counts once.
 *
 * @param pairs each pair once, in the order of first mention
 */
public record TruthPairs(List<TruthPair> pairs) {

  private static final String SHAPE = "url_a TAB url_b TAB 1, 0 or ?";

  /** Two URLs in either order. */
  private record Unordered(String first, String second) {

    static Unordered of(String a, String b) {
      return a.compareTo(b) <= 0 ? new Unordered(a, b) : new Unordered(b, a);
    }
  }

  /** Where a pair was said first, and as what. */
  private record Said(int line, Label label) {}

  public TruthPairs {
    pairs = List.copyOf(pairs);
  }

  /**
   * Reads a truth file.
   *
   * @param in the file; not closed
   * @param name what to call it in messages
   * @param pages the URLs of all pages there are
   * @throws EvaluationException with the line's number if a line has not three columns, an unknown
   *     label or page, a page paired with itself, or a label that contradicts an earlier line; or
   *     if there is no pair at all
   */
  public static TruthPairs read(Reader in, String name, Set<String> pages)
      throws IOException, EvaluationException {
    return read(in, name, pages, 3);
  }

  /**
   * Reads a file of kinds: a truth file with a fourth column.
   *
   * @throws EvaluationException as for a truth file
   */
  public static TruthPairs readKinds(Reader in, String name, Set<String> pages)
      throws IOException, EvaluationException {
    return read(in, name, pages, 4);
  }

  private static TruthPairs read(Reader in, String name, Set<String> pages, int columns)
      throws IOException, EvaluationException {
    BufferedReader lines = new BufferedReader(in);
    List<TruthPair> pairs = new ArrayList<>();
    Map<Unordered, Said> said = new HashMap<>();
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String content = number == 1 && line.startsWith("\ufeff") ? line.substring(1) : line;
      if (content.isBlank() || content.startsWith("#")) {
        continue;
      }
      String where = name + ", line " + number + ": ";
      TruthPair pair = parse(content, columns, where);
      check(pair, pages, where);
      Said now = new Said(number, pair.label());
      Said before = said.putIfAbsent(Unordered.of(pair.urlA(), pair.urlB()), now);
      if (before == null) {
        pairs.add(pair);
      } else if (before.label() != pair.label()) {
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
    }
    if (pairs.isEmpty()) {
      throw new EvaluationException(name + ": has no pair, must have lines " + SHAPE);
    }
    return new TruthPairs(pairs);
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

  private static void check(TruthPair pair, Set<String> pages, String where)
      throws EvaluationException {
    for (String url : List.of(pair.urlA(), pair.urlB())) {
      if (!pages.contains(url)) {
        throw new EvaluationException(
            where + "no page has the URL '" + url + "', must be one of the " + pages.size());
      }
    }
    if (pair.urlA().equals(pair.urlB())) {
      throw new EvaluationException(
          where + "the page '" + pair.urlA() + "' is paired with itself, must be two pages");
    }
  }

  /**
   * These pairs with the kinds that another file gives them; labels are this one's, and a pair that
   * the other does not have keeps its kind.
   */
  public TruthPairs withKinds(TruthPairs kinds) {
    Map<Unordered, String> kindOf = new HashMap<>();
    for (TruthPair pair : kinds.pairs) {
      kindOf.put(Unordered.of(pair.urlA(), pair.urlB()), pair.kind());
    }
    return new TruthPairs(
        pairs.stream()
            .map(p -> p.ofKind(kindOf.getOrDefault(Unordered.of(p.urlA(), p.urlB()), p.kind())))
            .toList());
  }
}
