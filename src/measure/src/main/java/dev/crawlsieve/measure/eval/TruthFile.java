package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Permission;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.text.ByteOrderMark;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The lines of a truth file. Its URLs are resolved to pages later.
 *
 * <p>A truth file is UTF-8 text with a pair on each line: {@code url_a TAB url_b TAB label}. The
 * label is {@code 1} (near-duplicates), {@code 0} (not) or {@code ?} (undecided). Labels of drops
 * have a fourth column, the number of drops that the pair stands for. Blank lines and lines that
 * start with {@code #} are skipped. White space around a column is ignored. A pair is symmetric; if
 * it is repeated with the same label, it counts once.
 */
public final class TruthFile {

  private static final Pattern WEIGHT = Pattern.compile("\\d{1,12}(?:\\.\\d{1,20})?");
  private static final String SHAPE = "url_a TAB url_b TAB 1, 0 or ?";

  private final String name;
  private final List<Line> lines;

  private TruthFile(String name, List<Line> lines) {
    this.name = name;
    this.lines = lines;
  }

  /** A line with a pair. */
  private record Line(int number, TruthPair pair) {}

  /**
   * Reads a truth file.
   *
   * @throws SettingsException if the file is missing
   * @throws SieveException if the file is unreadable or has no pairs; with the line's number, if a
   *     line does not have three columns, or four with a weight, or has an unknown label
   */
  public static TruthFile read(Path file) {
    if (!Files.isRegularFile(file)) {
      Permission.ensure(file);
      throw new SettingsException("there is no file " + file);
    }
    try (BufferedReader in = ByteOrderMark.skip(file)) {
      return read(in, file.toString());
    } catch (CharacterCodingException e) {
      throw new SieveException("the file " + file + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new SieveException("the file " + file + " cannot be read: " + e, e);
    }
  }

  private static TruthFile read(BufferedReader reader, String name) throws IOException {
    List<Line> lines = new ArrayList<>();
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(new Line(number, parse(line, where(name, number))));
      }
    }
    if (lines.isEmpty()) {
      throw new SieveException(name + ": contains no pair, must have lines " + SHAPE);
    }
    return new TruthFile(name, lines);
  }

  private static String where(String name, int line) {
    return name + ", line " + line + ": ";
  }

  private static TruthPair parse(String line, String where) {
    String[] column = line.split("\t", -1);
    boolean weighted = column.length == 4;
    if (column.length != 3 && !weighted) {
      throw new SieveException(
          where
              + column.length
              + (column.length == 1 ? " column" : " columns")
              + ", must be 3: "
              + SHAPE);
    }
    String sign = column[2].strip();
    Label label = Label.of(sign).orElse(null);
    if (label == null) {
      throw new SieveException(where + "the label is '" + sign + "', must be 1, 0 or ?");
    }
    return new TruthPair(
        column[0].trim(), column[1].trim(), label, weighted ? weight(column[3].strip(), where) : 0);
  }

  private static double weight(String number, String where) {
    if (!WEIGHT.matcher(number).matches() || Double.parseDouble(number) == 0) {
      throw new SieveException(where + "the weight is '" + number + "', must be a number above 0");
    }
    return Double.parseDouble(number);
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
   * The pairs with the URLs of their pages as produced.
   *
   * @param find returns, for a URL in the file, the URL as produced of the page that it refers to
   * @throws SieveException with the line's number if a line names an unknown page, pairs a page
   *     with itself, or contradicts an earlier line
   */
  public List<TruthPair> pairs(Function<String, Optional<String>> find) {
    return pairs(find, true);
  }

  /**
   * The pairs of which both pages are known; may be empty.
   *
   * @throws SieveException as {@link #pairs} does, but not for an unknown page
   */
  public List<TruthPair> knownPairs(Function<String, Optional<String>> find) {
    return pairs(find, false);
  }

  private List<TruthPair> pairs(Function<String, Optional<String>> find, boolean all) {
    List<TruthPair> pairs = new ArrayList<>();
    Map<Set<String>, Line> seen = new HashMap<>();
    for (Line line : lines) {
      Optional<String> a = found(line, line.pair().urlA(), find, all);
      Optional<String> b = found(line, line.pair().urlB(), find, all);
      if (a.isPresent() && b.isPresent()) {
        TruthPair found = line.pair();
        TruthPair pair = new TruthPair(a.get(), b.get(), found.label(), found.weight());
        if (isNew(line, pair, seen)) {
          pairs.add(pair);
        }
      }
    }
    return pairs;
  }

  private Optional<String> found(
      Line line, String url, Function<String, Optional<String>> find, boolean must) {
    Optional<String> found = find.apply(url);
    if (must && found.isEmpty()) {
      throw new SieveException(where(name, line.number()) + "no page has the URL '" + url + "'");
    }
    return found;
  }

  /**
   * @param seen the line on which each pair first occurred
   */
  private boolean isNew(Line line, TruthPair pair, Map<Set<String>, Line> seen) {
    String where = where(name, line.number());
    if (pair.urlA().equals(pair.urlB())) {
      throw new SieveException(
          where + "the page '" + pair.urlA() + "' is paired with itself, must be two pages");
    }
    Line before = seen.putIfAbsent(pair.urls(), line);
    if (before != null && before.pair().label() != pair.label()) {
      throw new SieveException(
          where
              + "the pair is labelled "
              + pair.label().sign()
              + ", but "
              + before.pair().label().sign()
              + " on line "
              + before.number()
              + "; must have one label");
    }
    return before == null;
  }
}
