package dev.crawlsieve.lab.corpus;

import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;

/** What sites put around and between articles. */
final class Surroundings {

  private Surroundings() {}

  /** A list of links. */
  static Element links(List<String> labels) {
    Element list = new Element("ul");
    for (String label : labels) {
      String path = "/" + label.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\d]+", "-");
      list.appendElement("li").appendElement("a").attr("href", path).text(label);
    }
    return list;
  }

  /** An advertisement. */
  static Element advertisement(Chance chance) {
    Element box = new Element("div").addClass("ad").attr("data-slot", chance.digits(6));
    box.appendElement("small").text(chance.oneIn(2) ? "Advertisement" : "Sponsored");
    Element link = box.appendElement("a");
    link.attr("href", "https://ads.example/click/" + chance.digits(12));
    link.text(chance.pick(Phrases.ADVERTISEMENTS));
    return box;
  }

  /** A box with titles of other articles. */
  static Element related(Chance chance, Donors donors) {
    Element box = new Element("aside").addClass("related");
    box.appendElement("h3").text(chance.pick(List.of("Most read", "Related articles", "See also")));
    box.appendChild(links(donors.headlines(chance, chance.between(4, 8))));
    return box;
  }

  /** A cookie notice. */
  static Element notice(Chance chance) {
    return new Element("div").attr("id", "cookie-notice").text(chance.pick(Phrases.NOTICES));
  }

  /** A subscription form. */
  static Element newsletter() {
    Element form = new Element("form").addClass("newsletter").attr("action", "/subscribe");
    form.appendElement("label").text("Get our newsletter every Friday");
    form.appendElement("input").attr("type", "email").attr("name", "email");
    form.appendElement("button").text("Subscribe");
    return form;
  }
}
