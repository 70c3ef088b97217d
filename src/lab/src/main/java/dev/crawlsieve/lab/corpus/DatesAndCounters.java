package dev.crawlsieve.lab.corpus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/**
 * The page at another time: dates, times, counters and session ids differ.
 *
 * <p>A date in running text is part of the content and is kept; a date that stands alone is
 * changed.
 */
final class DatesAndCounters implements Variation {

  /** A block with more words is running text. */
  private static final int STAMP_WORDS = 12;

  private static final String MONTH =
      "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
          + "|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";

  private static final Pattern ISO_DATE = Pattern.compile("\\b(?:19|20)\\d\\d-[01]\\d-[0-3]\\d\\b");
  private static final Pattern DAY_FIRST =
      Pattern.compile("\\b\\d{1,2} " + MONTH + ",? (?:19|20)\\d\\d\\b");
  private static final Pattern MONTH_FIRST =
      Pattern.compile("\\b" + MONTH + " \\d{1,2}, (?:19|20)\\d\\d\\b");
  private static final Pattern TIME = Pattern.compile("\\b[0-2]?\\d:[0-5]\\d(?::[0-5]\\d)?\\b");
  private static final Pattern COUNTER =
      Pattern.compile(
          "\\b\\d[\\d,.]*(?= (?:views|comments|replies|visitors|hits|shares|likes|downloads|reads"
              + "|users|guests|posts)\\b)");

  @Override
  public String kind() {
    return "dates-counters";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return chance.oneIn(4);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    stamp(second, chance);
    int format = chance.between(0, Dates.formats() - 1);
    for (int kind : chance.pick(List.of(0, 1, 2, 3, 4), chance.between(2, 3))) {
      boolean atTop = kind < 2;
      add(first, line(kind, format, chance), atTop);
      add(second, line(kind, format, chance), atTop);
    }
    for (Element link : second.select("a[href]")) {
      if (chance.oneIn(5)) {
        String separator = link.attr("href").contains("?") ? "&" : "?";
        link.attr("href", link.attr("href") + separator + "sid=" + chance.digits(9));
      }
    }
    return true;
  }

  private static String line(int kind, int format, Chance chance) {
    return switch (kind) {
      case 0 -> "Last updated: " + Dates.date(chance, format) + " " + Dates.time(chance);
      case 1 -> counter(chance) + " views · " + chance.between(0, 240) + " comments";
      case 2 -> "You are visitor number " + counter(chance);
      case 3 ->
          "Page generated on "
              + Dates.date(chance, format)
              + " at "
              + Dates.time(chance)
              + " in 0."
              + chance.digits(3)
              + " seconds";
      default ->
          "Currently online: "
              + chance.between(1, 90)
              + " users and "
              + chance.between(3, 900)
              + " guests";
    };
  }

  private static String counter(Chance chance) {
    return chance.between(1, 99) + "," + chance.digits(3);
  }

  /** Adds a line under the article's heading, or at the end of the page. */
  private static void add(Document page, String text, boolean atTop) {
    Element line = new Element(atTop ? "p" : "div").text(text);
    Element heading = atTop ? MainElement.of(page).selectFirst("h1, h2") : null;
    if (heading != null) {
      heading.after(line);
    } else {
      page.body().appendChild(line);
    }
  }

  private static void stamp(Document page, Chance chance) {
    List<TextNode> texts = new ArrayList<>();
    // One block may contain thousands of elements; its words are counted only once.
    Map<Element, Boolean> isShort = new HashMap<>();
    for (Element element : page.body().select("*")) {
      Element block = element.closest("p, li, td, th, div, section, header, footer, span, time");
      if (!element.is("script, style, pre, code")
          && block != null
          && isShort.computeIfAbsent(block, it -> Blocks.words(it) <= STAMP_WORDS)) {
        texts.addAll(element.textNodes());
      }
    }
    for (TextNode text : texts) {
      String changed = text.getWholeText();
      changed = replace(ISO_DATE, changed, m -> Dates.date(chance, 0));
      changed = replace(DAY_FIRST, changed, m -> Dates.date(chance, 1));
      changed = replace(MONTH_FIRST, changed, m -> Dates.date(chance, 2));
      changed = replace(TIME, changed, m -> Dates.time(chance));
      changed = replace(COUNTER, changed, m -> Integer.toString(chance.between(1, 90_000)));
      text.text(changed);
    }
  }

  private static String replace(Pattern pattern, String text, Function<MatchResult, String> with) {
    return pattern.matcher(text).replaceAll(with);
  }
}
