package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.eval.Label;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The page as shown to a known visitor: forms filled in, a greeting. Judges leave such pairs
 * undecided (Henzinger 2006).
 */
final class PrefilledForms implements Variation {

  private static final List<String> SEARCHES =
      List.of("opening hours", "annual report", "weather", "contact", "map", "tickets", "how to");

  @Override
  public String kind() {
    return "prefilled-forms";
  }

  @Override
  public Label label() {
    return Label.UNDECIDED;
  }

  @Override
  public boolean isCrossHost(Chance chance) {
    return false;
  }

  @Override
  public boolean vary(Document first, Document second, Chance chance, Donors donors) {
    if (first.select("form").isEmpty() || chance.oneIn(2)) {
      Element form = form(chance);
      first.body().appendChild(form);
      second.body().appendChild(form.clone());
    }
    String person = chance.pick(Phrases.PEOPLE);
    fill(second, person, chance);
    if (chance.oneIn(2)) {
      first.body().prepend("<div class=\"account\"><a href=\"/login\">Log in</a></div>");
      second.body().prependElement("div").addClass("account").text("Logged in as " + person);
    }
    return true;
  }

  private static Element form(Chance chance) {
    Element form = new Element("form").attr("method", "post");
    if (chance.oneIn(2)) {
      form.append("<h3>Leave a comment</h3><label>Name</label><input type=\"text\" name=\"name\">");
      form.append("<label>E-mail</label><input type=\"email\" name=\"email\">");
      form.append("<label>Comment</label><textarea name=\"comment\"></textarea>");
      form.append("<button>Post comment</button>");
    } else {
      form.append("<label>Search</label><input type=\"text\" name=\"q\">");
      form.append("<select name=\"in\"><option>All</option><option>News</option></select>");
      form.append("<button>Search</button>");
    }
    return form;
  }

  private static void fill(Document page, String person, Chance chance) {
    for (Element input : page.select("input")) {
      switch (input.attr("type")) {
        case "", "text", "search" ->
            input.attr("value", input.attr("name").contains("name") ? person : search(chance));
        case "email" ->
            input.attr("value", person.replace(' ', '.') + chance.between(1, 99) + "@mail.example");
        case "checkbox", "radio" -> input.attr("checked", "");
        case "hidden" -> input.attr("value", chance.digits(16));
        default -> {
          // Buttons and file inputs are not filled in.
        }
      }
    }
    for (Element area : page.select("textarea")) {
      area.text("Thank you, " + chance.pick(Phrases.PEOPLE) + ", I will be there on Friday.");
    }
    for (Element select : page.select("select")) {
      List<Element> options = select.select("option");
      if (!options.isEmpty()) {
        chance.pick(options).attr("selected", "");
      }
    }
  }

  private static String search(Chance chance) {
    return chance.pick(SEARCHES);
  }
}
