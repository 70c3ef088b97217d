package dev.crawlsieve.lab.corpus;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The article without a small part at its end, as in feeds and behind paywalls. */
final class Truncated implements Variation {

  /** Minimum share of the article's words that is removed. */
  private static final double LEAST = 0.02;

  private static final double MOST = 0.15;

  @Override
  public String kind() {
    return "truncated";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return !chance.oneIn(3);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    Element main = MainElement.of(second);
    int all = Blocks.words(main);
    double budget = chance.between(0.05, MOST) * all;
    List<Element> blocks = Blocks.leaves(main);
    int last = blocks.size() - 1;
    int cut = 0;
    while (last > 0) {
      int words = Blocks.words(blocks.get(last));
      if (cut + words > (cut < LEAST * all ? MOST * all : budget)) {
        break;
      }
      cut += words;
      blocks.get(last--).remove();
    }
    if (cut < LEAST * all) {
      return false;
    }
    // An article does not end with a heading.
    for (; last > 0 && blocks.get(last).is("h1, h2, h3, h4, h5, h6, dt, th"); last--) {
      blocks.get(last).remove();
    }
    if (chance.oneIn(2)) {
      main.appendElement("p").appendElement("a").attr("href", "/full").text("Read more …");
    }
    return true;
  }
}
