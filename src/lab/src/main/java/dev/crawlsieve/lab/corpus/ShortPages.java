package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.core.eval.Label;
import java.util.List;
import org.jsoup.nodes.Entities;

/**
 * Pages of a site with little text, each about a different subject. If each says something about
 * its subject, they are different pages; if both say that there is nothing, a judge cannot decide.
 */
final class ShortPages {

  /** Text about some subjects; {1} is the subject, {n} a number, {d} a date. */
  private record Form(List<String> subjects, String html) {}

  private static final List<Form> TELLING =
      List.of(
          new Form(
              Phrases.PLACES,
              "<h1>Weather in {1}</h1><p>Today {n} °C, cloudy, light wind from the west.</p>"),
          new Form(
              Phrases.PEOPLE,
              "<h1>Staff: {1}</h1><p>Room {n}, telephone 555 0{n}. Office hours by appointment.</p>"),
          new Form(
              Phrases.PLACES,
              "<h1>Stop {1}</h1><p>Next departures: line {n} in 4 min, line {n} in 12 min.</p>"),
          new Form(
              Phrases.PEOPLE,
              "<h1>{1} in concert</h1><p>{d}, 19:30, town hall. Doors open half an hour before.</p>"),
          new Form(
              Phrases.PLACES,
              "<h1>Photo: {1}</h1><p>Taken on {d} by a reader. All rights reserved.</p>"),
          new Form(
              Phrases.HEADLINES,
              "<h1>{1}</h1><p>This story is for subscribers. It was published on {d}.</p>"));

  private static final List<Form> EMPTY =
      List.of(
          new Form(Phrases.PEOPLE, "<h1>{1}</h1><p>{1} has not posted anything yet.</p>"),
          new Form(
              Phrases.PLACES,
              "<h1>Search</h1><p>No results found for “{1}”. Check the spelling or try other"
                  + " words.</p>"),
          new Form(
              Phrases.NAVIGATION,
              "<h1>{1}</h1><p>There are no articles in this category. Be the first to write"
                  + " one.</p>"),
          new Form(
              Phrases.PLACES,
              "<h1>{1}</h1><p>This entry is a stub. You can help by expanding it.</p>"),
          new Form(
              Phrases.HEADLINES,
              "<h1>Comments on: {1}</h1><p>There are no comments yet. Write the first.</p>"));

  private ShortPages() {}

  /** A pair of such pages of one site about two subjects. */
  static LookAlikes of(Chance chance, Donors donors) {
    boolean empty = chance.oneIn(3);
    Form form = chance.pick(empty ? EMPTY : TELLING);
    List<String> subjects = chance.pick(form.subjects(), 2);
    String site = "My " + chance.pick(Phrases.PLACES);
    String nav = Surroundings.links(donors.navigation(chance, chance.between(3, 10))).outerHtml();
    return new LookAlikes(
        empty ? "empty-pages" : "short-pages",
        empty ? Label.UNDECIDED : Label.DIFFERENT,
        page(filled(form, chance), subjects.get(0), site, nav),
        page(filled(form, chance), subjects.get(1), site, nav));
  }

  private static String filled(Form form, Chance chance) {
    return form.html()
        .replace("{n}", Integer.toString(chance.between(10, 39)))
        .replace("{d}", Dates.date(chance, 1));
  }

  private static String page(String form, String subject, String site, String nav) {
    String name = Entities.escape(subject);
    return "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
        + name
        + " - "
        + site
        + "</title></head><body><header>"
        + site
        + "<nav>"
        + nav
        + "</nav></header><main>"
        + form.replace("{1}", name)
        + "</main><footer>© "
        + site
        + "</footer></body></html>";
  }
}
