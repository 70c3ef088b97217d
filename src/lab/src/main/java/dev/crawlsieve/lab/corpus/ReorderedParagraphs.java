package dev.crawlsieve.lab.corpus;

import java.util.List;
import java.util.Objects;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The article with a few of its paragraphs in another order. */
final class ReorderedParagraphs implements Variation {

  private static final int LEAST_PARAGRAPHS = 4;
  private static final int TRIES = 10;

  @Override
  public String kind() {
    return "reordered-paragraphs";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return chance.oneIn(2);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    Element main = MainElement.of(second);
    if (Blocks.paragraphs(main).size() < LEAST_PARAGRAPHS) {
      return false;
    }
    String before = main.text();
    int moves = chance.between(1, Math.max(1, Math.min(6, Blocks.paragraphs(main).size() / 6)));
    // A move may lead to the same place, or back.
    for (int i = 0; i < moves || (i < moves + TRIES && main.text().equals(before)); i++) {
      move(Blocks.paragraphs(main), chance);
    }
    return !main.text().equals(before);
  }

  /** Moves a paragraph after another one with the same parent. */
  private static void move(List<Element> paragraphs, Chance chance) {
    Element moved = chance.pick(paragraphs);
    List<Element> places =
        paragraphs.stream()
            .filter(e -> !e.equals(moved) && Objects.equals(moved.parent(), e.parent()))
            .filter(e -> e.normalName().equals(moved.normalName()))
            .toList();
    if (!places.isEmpty()) {
      Element place = chance.pick(places);
      moved.remove();
      place.after(moved);
    }
  }
}
