package dev.crawlsieve.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    units()
        .forEach(
            (name, unit) -> {
              add(all, name, () -> unit.repeat(SIZE / unit.length()));
              all.add(
                  PoisonKind.either(
                      name + ", formatted twelve times",
                      () -> Events.html(ALL_OPEN + unit.repeat(SIZE / unit.length()))));
            });
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

  /** The repeated markup, by description. */
  private static Map<String, String> units() {
    Map<String, String> units = new TreeMap<>();
    units.put("paragraphs", "<p>x");
    units.put("divisions in divisions", "<div>x");
    units.put("lists in lists", "<ul><li>x");
    units.put("definitions", "<dl><dd>x");
    units.put("tables in tables", "<table><tr><td>x");
    units.put("text that tables push out", "<table>x<b>y");
    units.put("rows without tables", "<tr><td>x</td>");
    units.put("links in links", "<a href=/>x");
    units.put("formatting across blocks", "<b><p>x</b>");
    units.put("crossed formatting", "<b><i>x</b></i>");
    units.put("fonts that differ", "<font color=red size=1>x<p>");
    units.put("headings in headings", "<h1><h2>x");
    units.put("buttons in buttons", "<button>x");
    units.put("forms in forms", "<form>x");
    units.put("options", "<select><option>x");
    units.put("templates in templates", "<template>x");
    units.put("vector graphics", "<svg><g>x");
    units.put("graphics that break out", "<svg><p>x");
    units.put("formulas", "<math><mi>x");
    units.put("ruby", "<ruby><rt>x");
    units.put("objects", "<object><applet>x<b>");
    units.put("marquees", "<marquee><nobr>x");
    units.put("bodies", "<body a=1 b=2>x");
    units.put("documents", "<html a=1><head><body>x");
    units.put("framesets", "<frameset><frame>");
    units.put("line breaks", "<br>");
    units.put("ends of nothing", "</p></b></div>");
    units.put("comments", "<!-- x -->");
    units.put("comments that end at once", "<!-->x");
    units.put("comments that never end", "<!-- <!-- x");
    units.put("sections of character data", "<![CDATA[x]]>");
    units.put("instructions", "<?xml x?>y");
    units.put("doctypes", "<!DOCTYPE html>x");
    units.put("scripts", "<script><!-- <script>x</script>");
    units.put("styles", "<style>p{}</style>x");
    units.put("text areas", "<textarea>x</textarea>");
    units.put("titles", "<title>x</title>");
    units.put("plain text", "<plaintext>x");
    units.put("frames", "<iframe>x</iframe>");
    units.put("what is shown without scripts", "<noscript><p>x");
    units.put("navigation", "<nav><a href=/>x</a></nav>");
    units.put("articles in articles", "<article><section>x");
    units.put("hidden blocks", "<div style=display:none>x");
    units.put("character references", "&amp;&#x41;&notit;");
    units.put("references to nothing", "&#0;&#1114112;&nothing;");
    units.put("ampersands", "&");
    units.put("tags that never end", "<a <b <c ");
    units.put("quotes that never end", "<a x=\"'>");
    units.put("attributes that never end", "<p a=1 ");
    units.put("unknown elements", "<x-y>x");
    units.put("meta elements", "<meta charset=utf-8><meta http-equiv=refresh content=0>");
    units.put("links of the head", "<link rel=canonical href=/x><base href=/y>");
    return units;
  }
}
