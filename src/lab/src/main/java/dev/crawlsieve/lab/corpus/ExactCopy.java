package dev.crawlsieve.lab.corpus;

import org.jsoup.nodes.Document;

/** The same bytes under another URL. */
final class ExactCopy implements Variation {

  @Override
  public String kind() {
    return "exact-copy";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return chance.oneIn(2);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    return true;
  }
}
