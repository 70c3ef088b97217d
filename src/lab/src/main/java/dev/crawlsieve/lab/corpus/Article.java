package dev.crawlsieve.lab.corpus;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * A page's article without the rest of the page.
 *
 * @param title its title, without the site's name
 * @param html its markup, without classes, ids and scripts
 * @param words its number of words
 */
record Article(String title, String html, int words) {

  /** The article of a page; the page is not modified. */
  static Article of(Document page) {
    return of(page, Integer.MAX_VALUE);
  }

  /** The article up to the paragraph at which it reaches this number of words. */
  static Article of(Document page, int mostWords) {
    Element main = MainElement.of(page).clone();
    main.select("script, style, noscript, iframe, form, nav, aside, header, footer").remove();
    main.select("h1").remove();
    int words = 0;
    List<Element> leaves = Blocks.leaves(main);
    for (Element leaf : leaves) {
      if (words >= mostWords) {
        leaf.remove();
      }
      words += Blocks.words(leaf);
    }
    for (Element element : main.select("*")) {
      element.clearAttributes();
    }
    return new Article(title(page), main.html(), Blocks.words(main));
  }

  private static String title(Document page) {
    // On many pages, a heading outside the article is the site's name.
    Element heading = MainElement.of(page).selectFirst("h1, h2");
    if (heading != null && heading.hasText()) {
      return heading.text();
    }
    return Arrays.stream(page.title().split(" [|–—-] "))
        .map(String::strip)
        .max(Comparator.comparingInt(String::length))
        .orElse("");
  }
}
