package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The bad and odd records of {@code poison.tsv}, for which a text is enough. */
final class PoisonTable {

  private static final Pattern REPEATED = Pattern.compile("⟨([^⟨⟩]*)⟩(\\d+)");

  private static final List<String[]> ROWS = read();

  private PoisonTable() {}

  private static List<String[]> read() {
    try (InputStream in = PoisonTable.class.getResourceAsStream("poison.tsv")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of a kind, in order: the kind, a name, a text, and for bad records a reason. */
  static List<String[]> rows(String kind) {
    return ROWS.stream().filter(row -> row[0].equals(kind)).toList();
  }

  /** A text with its repetitions, from the inside out. */
  static String repeated(String text) {
    String all = text;
    for (Matcher found = REPEATED.matcher(all); found.find(); found = REPEATED.matcher(all)) {
      all =
          found.replaceAll(
              next ->
                  Matcher.quoteReplacement(next.group(1).repeat(Integer.parseInt(next.group(2)))));
    }
    return all;
  }
}
