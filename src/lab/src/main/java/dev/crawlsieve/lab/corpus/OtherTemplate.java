package dev.crawlsieve.lab.corpus;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The same article on another site, in that site's frame. */
final class OtherTemplate implements Variation {

  /** The share of a page's words that its article must have to stand for the page. */
  private static final double LEAST_SHARE = 0.4;

  @Override
  public String kind() {
    return "other-template";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return true;
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    Article article = Article.of(second);
    if (article.words() < LEAST_SHARE * Blocks.words(second.body())) {
      return false; // the omitted part may be content
    }
    Template template = chance.pick(List.of(Template.values()));
    String site = "The " + chance.pick(Phrases.PLACES) + " Herald";
    Document framed = Jsoup.parse(template.page(article, site, chance, donors));
    second.head().html(framed.head().html());
    second.body().clearAttributes().html(framed.body().html());
    return true;
  }
}
