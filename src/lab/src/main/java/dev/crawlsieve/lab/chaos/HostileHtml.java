package dev.crawlsieve.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Markup whose cost grows with its repetition: elements that paragraphs reopen in browsers,
 * elements that are moved there, tags that never end.
 */
final class HostileHtml {

  /** Approximate size of each page. */
  private static final int SIZE = 300_000;

  /** Elements that paragraphs reopen, by the standard's list of active formatting elements. */
  private static final List<String> FORMATTING =
      List.of(
          "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong",
          "tt", "u");

  private static final String ALL_OPEN =
      FORMATTING.stream()
          .filter(tag -> !tag.equals("a") && !tag.equals("nobr"))
          .map(tag -> "<" + tag + ">")
          .collect(Collectors.joining("", "<p>", ""));

  private HostileHtml() {}

  static List<PoisonKind> kinds() {
    List<PoisonKind> all = new ArrayList<>();
    for (String tag : FORMATTING) {
      add(all, "attributes of <" + tag + "> opened again", reopened(tag, attributes()));
      add(all, "class of <" + tag + "> opened again", reopened(tag, " class=" + "c".repeat(SIZE)));
    }
    for (String[] row : PoisonTable.rows("html")) {
      String unit = PoisonTable.unescaped(row);
      Supplier<String> many = () -> unit.repeat(SIZE / unit.length());
      add(all, row[1], many);
      add(all, row[1] + ", formatted twelve times", () -> ALL_OPEN + many.get());
    }
    return all;
  }

  private static void add(List<PoisonKind> all, String name, Supplier<String> html) {
    all.add(PoisonKind.either(name, () -> Events.html(html.get())));
  }

  private static Supplier<String> reopened(String tag, String attributes) {
    return () -> "<p><" + tag + attributes + ">x" + "<p>x".repeat(SIZE / 8);
  }

  private static String attributes() {
    return IntStream.range(0, SIZE / 14)
        .mapToObj(i -> " a" + i + "=" + i)
        .collect(Collectors.joining());
  }
}
