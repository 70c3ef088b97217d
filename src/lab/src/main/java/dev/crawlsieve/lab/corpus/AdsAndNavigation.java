package dev.crawlsieve.lab.corpus;

import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The page with other advertisements, navigation, notices and links to other articles. */
final class AdsAndNavigation implements Variation {

  @Override
  public String kind() {
    return "ads-navigation";
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return chance.oneIn(2);
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    // Sites that show advertisements always do: mostly both pages have some, but different ones.
    if (!chance.oneIn(3)) {
      advertise(first, chance);
    }
    advertise(second, chance);
    navigate(second, chance, donors);
    return true;
  }

  private static void advertise(Document page, Chance chance) {
    Element main = MainElement.of(page);
    for (int i = chance.between(1, 3); i > 0; i--) {
      if (chance.oneIn(2)) {
        page.body().prependChild(Surroundings.advertisement(chance));
      } else {
        page.body().appendChild(Surroundings.advertisement(chance));
      }
    }
    List<Element> paragraphs = Blocks.paragraphs(main);
    for (Element after : chance.pick(paragraphs, Math.min(2, paragraphs.size() / 4))) {
      if (after.is("p")) {
        after.after(Surroundings.advertisement(chance));
      }
    }
  }

  private static void navigate(Document page, Chance chance, Donors donors) {
    Element main = MainElement.of(page);
    for (Element list : page.select("nav ul, header ul, aside ul, footer ul")) {
      if (!list.parents().contains(main) && !main.parents().contains(list) && !list.equals(main)) {
        int count = Math.min(12, Math.max(3, list.childrenSize()));
        list.html(Surroundings.links(donors.navigation(chance, count)).html());
      }
    }
    if (page.selectFirst("nav") == null) {
      Element nav = new Element("nav");
      nav.appendChild(Surroundings.links(donors.navigation(chance, chance.between(5, 12))));
      page.body().prependChild(nav);
    }
    Element related = Surroundings.related(chance, donors);
    if (main.equals(page.body())) {
      main.appendChild(related);
    } else {
      main.after(related);
    }
    if (chance.oneIn(2)) {
      page.body().appendChild(Surroundings.notice(chance));
    }
    if (chance.oneIn(3)) {
      page.body().appendChild(Surroundings.newsletter());
    }
  }
}
