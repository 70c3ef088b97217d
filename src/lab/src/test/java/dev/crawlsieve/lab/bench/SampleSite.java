package dev.crawlsieve.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Pages of synthetic words with a frame, a heading, paragraphs and a list. */
final class SampleSite {

  private SampleSite() {}

  static SourcePage page(int number) {
    SplittableRandom random = new SplittableRandom(number);
    StringBuilder article = new StringBuilder();
    for (int i = 0; i < 14; i++) {
      article.append("<p>").append(words(random, random.nextInt(12, 50))).append("</p>\n");
    }
    article.append("<p>The treaty of 4 May 1998 was signed at 12:30 in the old town hall, as the");
    article.append(" records of the parish show in more than one place.</p>");
    return new SourcePage(
        "https://site-" + number % 3 + ".example/article/" + number + ".html",
        """
        <!DOCTYPE html><html><head><title>Title %d of words | Site</title></head><body>
        <header><nav><ul><li><a href="/">Home</a></li><li><a href="/n">News</a></li>
        <li><a href="/a">About</a></li></ul></nav></header>
        <div class="content"><h1>Title %d of words</h1><span>Posted 2024-03-01</span>
        %s</div><footer>Copyright</footer></body></html>
        """
            .formatted(number, number, article));
  }

  static List<SourcePage> pages(int count) {
    List<SourcePage> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pages.add(page(i));
    }
    return pages;
  }

  private static String words(SplittableRandom random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ").append("w").append(random.nextInt(5000));
    }
    return words.append('.').toString();
  }
}
