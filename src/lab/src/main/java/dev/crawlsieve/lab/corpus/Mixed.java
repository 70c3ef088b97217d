package dev.crawlsieve.lab.corpus;

import java.util.List;
import org.jsoup.nodes.Document;

/** Several variations at once, as in a mirror crawled a month later. */
final class Mixed implements Variation {

  private static final List<Variation> PARTS =
      List.of(new AdsAndNavigation(), new DatesAndCounters());

  private static final List<Variation> MINOR =
      List.of(new InsertedParagraph(), new Truncated(), new ReorderedParagraphs());

  @Override
  public String kind() {
    return "mixed";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return chance.oneIn(2);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    boolean varied = chance.oneIn(2) && chance.pick(MINOR).vary(first, second, chance, donors);
    for (Variation part : PARTS) {
      varied |= part.vary(first, second, chance, donors);
    }
    return varied;
  }
}
