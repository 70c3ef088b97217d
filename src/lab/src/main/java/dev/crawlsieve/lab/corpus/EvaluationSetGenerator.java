package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.lab.detectors.Shingles;
import dev.crawlsieve.measure.eval.Label;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Generates a labelled evaluation set from real pages.
 *
 * <p>A page's variants do not depend on the number of other kinds; their surroundings come from the
 * preceding pages. Pages are read one at a time and not kept. Pairs connect at most two pages and
 * their variants, so that a set can be split into halves that share no page.
 */
public final class EvaluationSetGenerator {

  /** Variants of each page, with kinds taking turns. */
  private static final int VARIANTS = 3;

  /** Pairs of two articles in one frame for each two consecutive pages. */
  private static final int FRAMES = 3;

  /** Articles with fewer words are not used. */
  private static final int LEAST_WORDS = 100;

  /** Two articles with more shingles in common may be copies themselves, and are not paired. */
  private static final double MOST_IN_COMMON = 0.2;

  /** A main element with a smaller share of running text contains more than the article. */
  private static final double LEAST_RUNNING = 0.3;

  /** Number of words of an article that is short compared to its frame. */
  private static final int BRIEF_WORDS = 80;

  private final long seed;
  private final EvaluationSetWriter out;
  private final Donors donors = new Donors();
  private int made;

  private EvaluationSetGenerator(long seed, EvaluationSetWriter out) {
    this.seed = seed;
    this.out = out;
  }

  /** A selected page, with its parsed form. */
  private record Parsed(SourcePage source, Document document) {}

  /**
   * Writes the set.
   *
   * @param seed determines all choices
   * @param pages real pages with distinct URLs; those without an article of some length are skipped
   * @throws IOException if writing fails
   */
  public static void generate(long seed, Iterator<SourcePage> pages, EvaluationSetWriter out)
      throws IOException {
    new EvaluationSetGenerator(seed, out).pages(pages);
  }

  private void pages(Iterator<SourcePage> pages) throws IOException {
    Parsed single = null;
    int used = 0;
    while (pages.hasNext()) {
      SourcePage source = pages.next();
      Document document = parse(source);
      if (out.has(source.url()) || !hasArticle(document)) {
        continue;
      }
      Parsed page = new Parsed(source, document);
      variants(page, used++);
      if (single == null) {
        single = page;
      } else {
        couple(single, page);
        single = null;
      }
      donors.take(document, MainElement.of(document));
    }
  }

  /**
   * Whether the page has an article of some length that can be distinguished from its surroundings.
   */
  private boolean hasArticle(Document page) {
    Element main = MainElement.of(page);
    int running = Blocks.paragraphs(main).stream().mapToInt(Blocks::words).sum();
    return Article.of(page).words() >= LEAST_WORDS && running >= LEAST_RUNNING * Blocks.words(main);
  }

  private static Document parse(SourcePage page) {
    Document document = Jsoup.parse(page.html(), page.url());
    document.outputSettings().prettyPrint(false);
    return document;
  }

  /** Writes variants of a page, with kinds taking turns from page to page. */
  private void variants(Parsed page, int number) throws IOException {
    int wanted = VARIANTS;
    for (int i = 0; i < Variation.ALL.size() && wanted > 0; i++) {
      int turn = (number * VARIANTS + i) % Variation.ALL.size();
      Variation variation = Variation.ALL.get(turn);
      Chance chance = Chance.of(seed, variation.kind() + " " + page.source().url());
      Document first = page.document().clone();
      Document second = page.document().clone();
      if (!variation.vary(first, second, chance, donors)) {
        continue;
      }
      boolean crossHost = variation.isCrossHost(chance);
      String original = page.document().outerHtml();
      String firstHtml = first.outerHtml();
      SourcePage a =
          firstHtml.equals(original)
              ? page.source()
              : new SourcePage(url(page.source(), false, chance), firstHtml);
      String secondHtml = second.outerHtml();
      SourcePage b =
          new SourcePage(
              url(page.source(), crossHost, chance),
              secondHtml.equals(original) ? page.source().html() : secondHtml);
      out.pair(a, b, Label.DUPLICATE, variation.kind());
      wanted--;
    }
  }

  /** Writes pages that differ by their articles: as they are, and in the same frame. */
  private void couple(Parsed one, Parsed other) throws IOException {
    if (inCommon(MainElement.of(one.document()), MainElement.of(other.document()))
        > MOST_IN_COMMON) {
      return;
    }
    String kind = host(one.source()).equals(host(other.source())) ? "same-site" : "unrelated";
    out.pair(one.source(), other.source(), Label.DIFFERENT, kind);
    for (int i = 0; i < FRAMES; i++) {
      String purpose = "frame " + i + " " + one.source().url();
      Chance chance = Chance.of(seed, purpose);
      Template template = chance.pick(List.of(Template.values()));
      String site = "The " + chance.pick(Phrases.PLACES) + " Post";
      // Some articles are short compared to their frame, as on real sites.
      int most = i % 2 == 0 ? BRIEF_WORDS : Integer.MAX_VALUE;
      Article first = Article.of(one.document(), most);
      Article second = Article.of(other.document(), most);
      if (inCommon(Jsoup.parse(first.html()), Jsoup.parse(second.html())) > MOST_IN_COMMON) {
        continue;
      }
      String host = "https://www.post-" + ++made + ".example/";
      out.pair(
          new SourcePage(host + "1", frame(template, first, site, purpose)),
          new SourcePage(host + "2", frame(template, second, site, purpose)),
          Label.DIFFERENT,
          most == BRIEF_WORDS ? "same-template-brief" : "same-template");
    }
  }

  private String frame(Template template, Article article, String site, String purpose) {
    return template.page(article, site, Chance.of(seed, "of " + purpose), donors);
  }

  /** A unique URL, on the page's host or on another. */
  private String url(SourcePage page, boolean crossHost, Chance chance) {
    int number = ++made;
    if (crossHost) {
      return "https://mirror-" + number + ".example/articles/" + chance.digits(6) + ".html";
    }
    String base = page.url().split("#", 2)[0];
    return base + (base.contains("?") ? "&" : "?") + "version=" + number;
  }

  private static String host(SourcePage page) {
    String url = page.url();
    int start = url.indexOf("://") + 3;
    int end = url.indexOf('/', start);
    return url.substring(start, end < 0 ? url.length() : end).toLowerCase(Locale.ROOT);
  }

  private static double inCommon(Element a, Element b) {
    return jaccard(shingles(a), shingles(b));
  }

  /** The Jaccard coefficient of two sets, 0 to 1; 0 for two empty ones. */
  static double jaccard(Set<String> a, Set<String> b) {
    Set<String> union = new HashSet<>(a);
    union.addAll(b);
    return union.isEmpty() ? 0 : (double) (a.size() + b.size() - union.size()) / union.size();
  }

  private static Set<String> shingles(Element article) {
    String text = article.text().toLowerCase(Locale.ROOT);
    return new HashSet<>(new Shingles(3).list(Arrays.asList(text.split("[^\\p{L}\\d]+"))));
  }
}
