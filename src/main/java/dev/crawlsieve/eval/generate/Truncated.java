package dev.crawlsieve.eval.generate;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The article without a small part at its end, as feeds and paywalls cut it. */
final class Truncated implements Variation {

  /** Most words that go, as a share of the article's. */
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
    List<Element> paragraphs = Blocks.paragraphs(main);
    int cut = 0;
    for (int i = paragraphs.size() - 1; i > 0; i--) {
      int words = Blocks.words(paragraphs.get(i));
      if (cut + words > (cut == 0 ? MOST * all : budget)) {
        break;
      }
      cut += words;
      paragraphs.get(i).remove();
    }
    if (cut == 0) {
      return false;
    }
    if (chance.oneIn(2)) {
      main.appendElement("p").appendElement("a").attr("href", "/full").text("Read more …");
    }
    return true;
  }
}
