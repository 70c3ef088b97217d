package dev.crawlsieve.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * Generates a crawl of any length from real pages, for load tests: the pages themselves first, then
 * other articles in their frames, and among both a share of near-copies of recent pages.
 *
 * <p>A new article is made by replacing its words with runs of words from other pages' paragraphs;
 * markup, punctuation and everything around the article are kept. A copy is the same bytes, or has
 * another counter, another advertisement, or a paragraph that is added, removed or moved.
 *
 * <p>A page is a function of the sources, the seed and its number; threads may share a generator.
 */
public final class CrawlGenerator {

  /** A near-copy follows its original within this many pages. */
  private static final int NEAR = 1_000;

  /** Number of words from which new articles are made. */
  private static final int VOCABULARY_WORDS = 200_000;

  /** Shorter words are articles and the like, and are kept. */
  private static final int LEAST_CHARS = 4;

  private static final int LEAST_RUN = 6;
  private static final int MOST_RUN = 25;

  /** Pages with fewer differ by a counter only. */
  private static final int LEAST_PARAGRAPHS = 4;

  private final List<SourcePage> sources;
  private final long seed;
  private final double copies;
  private final List<String> words = new ArrayList<>();

  /**
   * @param sources real HTML pages, at least one
   * @param seed determines all choices
   * @param copies share of near-copies, in [0, 1)
   */
  public CrawlGenerator(List<SourcePage> sources, long seed, double copies) {
    if (sources.isEmpty() || !(copies >= 0 && copies < 1)) {
      throw new IllegalArgumentException(
          sources.size() + " sources and a share of copies of " + copies);
    }
    this.sources = distinct(sources);
    Collections.shuffle(this.sources, new Random(seed));
    this.seed = seed;
    this.copies = copies;
    for (int i = 0; i < this.sources.size() && words.size() < VOCABULARY_WORDS; i++) {
      for (Element paragraph : MainElement.paragraphs(MainElement.of(parse(this.sources.get(i))))) {
        Collections.addAll(words, paragraph.text().split(" "));
      }
    }
    words.removeIf(word -> !replaceable(word));
  }

  private static List<SourcePage> distinct(List<SourcePage> pages) {
    Set<String> urls = new HashSet<>();
    return new ArrayList<>(pages.stream().filter(page -> urls.add(page.url())).toList());
  }

  /**
   * A page of the crawl, with its own URL.
   *
   * @param number 0 or more
   */
  public SourcePage page(int number) {
    int original = originalOf(number);
    SourcePage page = original < sources.size() ? sources.get(original) : rewritten(original);
    if (original == number) {
      return page;
    }
    Chance chance = Chance.of(seed, "copy " + number);
    String url =
        chance.between(0, 1) == 0
            ? "https://mirror-" + number % 500 + ".example/articles/" + number + ".html"
            : withParameter(page.url(), "copy", number);
    return new SourcePage(url, varied(page, chance));
  }

  /** The page as it is seen at another time, or on another site. */
  private String varied(SourcePage page, Chance chance) {
    Document copy = parse(page);
    List<Element> paragraphs = MainElement.paragraphs(MainElement.of(copy));
    int kind = chance.between(0, 5);
    if (kind == 0) {
      return page.html();
    } else if (kind == 1 || paragraphs.size() < LEAST_PARAGRAPHS || words.isEmpty()) {
      copy.body().appendElement("div").text(chance.between(1, 90_000) + " views");
    } else if (kind == 2) {
      copy.body().prependElement("div").addClass("ad").text(words(chance));
    } else if (kind == 3) {
      chance.pick(paragraphs).after(new Element("p").text(words(chance)));
    } else {
      Element last = paragraphs.get(paragraphs.size() - 1);
      last.remove();
      if (kind == 4) {
        chance.pick(paragraphs.subList(0, LEAST_PARAGRAPHS - 1)).before(last);
      }
    }
    return copy.outerHtml();
  }

  private String words(Chance chance) {
    Words next = new Words(chance);
    return IntStream.range(0, LEAST_RUN + chance.between(0, MOST_RUN))
        .mapToObj(i -> next.word())
        .collect(Collectors.joining(" "));
  }

  /** The number of the page that this one copies, or its own. */
  private int originalOf(int number) {
    int original = number;
    Chance chance = Chance.of(seed, "what " + original);
    while (original > 0 && chance.between(0.0, 1.0) < copies) {
      original = chance.between(Math.max(0, original - NEAR), original - 1);
      chance = Chance.of(seed, "what " + original);
    }
    return original;
  }

  /** A real page with another article. */
  private SourcePage rewritten(int number) {
    Chance chance = Chance.of(seed, "page " + number);
    SourcePage frame = chance.pick(sources);
    Document page = parse(frame);
    if (!words.isEmpty()) {
      Words next = new Words(chance);
      MainElement.of(page)
          .nodeStream(TextNode.class)
          .filter(node -> !node.isBlank() && !isCode(node.parent()))
          .toList()
          .forEach(node -> node.text(rewritten(node.getWholeText(), next)));
      page.title(rewritten(page.title(), next));
    }
    return new SourcePage(withParameter(frame.url(), "page", number), page.outerHtml());
  }

  private static boolean isCode(@Nullable Element element) {
    return element != null && element.is("script, style, textarea");
  }

  private static String rewritten(String text, Words next) {
    StringBuilder rewritten = new StringBuilder(text.length() + 16);
    int at = 0;
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      String word = text.substring(at, end);
      rewritten.append(replaceable(word) ? next.word() : word);
      while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
        rewritten.append(text.charAt(end++));
      }
      at = end;
    }
    return rewritten.toString();
  }

  private static boolean replaceable(String word) {
    return word.length() >= LEAST_CHARS && Character.isLetter(word.charAt(0));
  }

  private static String withParameter(String url, String name, int number) {
    String base = url.split("#", 2)[0];
    return base + (base.contains("?") ? "&" : "?") + name + "=" + number;
  }

  private static Document parse(SourcePage page) {
    Document document = Jsoup.parse(page.html(), page.url());
    document.outputSettings().prettyPrint(false);
    return document;
  }

  /** Words of real text: a run of consecutive ones, then a run from elsewhere. */
  private final class Words {

    private final Chance chance;
    private int at;
    private int left;

    Words(Chance chance) {
      this.chance = chance;
    }

    String word() {
      if (left == 0) {
        at = chance.between(0, words.size() - 1);
        left = chance.between(LEAST_RUN, MOST_RUN);
      }
      left--;
      at = at + 1 == words.size() ? 0 : at + 1;
      return words.get(at);
    }
  }
}
