package dev.crawlsieve.lab.corpus;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The article with one more paragraph: a correction, an update, an editor's note. */
final class InsertedParagraph implements Variation {

  /** Maximum length of the paragraph, as a share of the article's words. */
  private static final double MOST = 0.12;

  private static final int LEAST_WORDS = 12;

  @Override
  public String kind() {
    return "inserted-paragraph";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return chance.oneIn(2);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    Element main = MainElement.of(second);
    List<Element> places = Blocks.paragraphs(main).stream().filter(e -> e.is("p")).toList();
    int most = (int) (MOST * Blocks.words(main));
    if (places.isEmpty() || most < LEAST_WORDS) {
      return false;
    }
    List<String> donated = donors.paragraphs(second, LEAST_WORDS, most);
    String text = donated.isEmpty() || chance.oneIn(3) ? note(chance) : chance.pick(donated);
    chance.pick(places).after(new Element("p").text(text));
    return true;
  }

  private static String note(Chance chance) {
    String date = Dates.date(chance, 1);
    String person = chance.pick(Phrases.PEOPLE);
    return switch (chance.between(0, 2)) {
      case 0 -> "This page was amended on " + date + " to correct the spelling of a name.";
      case 1 -> "Update, " + date + ": " + person + " has confirmed the figures given here.";
      default ->
          "Editor’s note: thanks to " + person + ", who pointed out an error on " + date + ".";
    };
  }
}
