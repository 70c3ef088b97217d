package dev.crawlsieve.eval.generate;

import java.util.List;
import org.jsoup.nodes.Entities;

/** Pages of a site that say little, each of another thing. */
final class ShortPages {

  /** With {1} for what the page is about, {n} for a number and {d} for a date. */
  private static final List<String> FORMS =
      List.of(
          "<h1>{1}</h1><p>{1} has not posted anything yet.</p>",
          "<h1>Search</h1><p>No results found for “{1}”. Check the spelling or try other words.</p>",
          "<h1>Weather in {1}</h1><p>Today {n} °C, cloudy, light wind from the west.</p>",
          "<h1>{1}</h1><p>There are no articles in this category. Be the first to write one.</p>",
          "<h1>Staff: {1}</h1><p>Room {n}, telephone 555 0{n}. Office hours by appointment.</p>",
          "<h1>Stop {1}</h1><p>Next departures: line {n} in 4 min, line {n} in 12 min.</p>",
          "<h1>{1}</h1><p>{d}, 19:30, town hall. Doors open half an hour before.</p>",
          "<h1>Photo: {1}</h1><p>Taken on {d}. All rights reserved.</p>",
          "<h1>{1}</h1><p>This entry is a stub. You can help by expanding it.</p>",
          "<h1>Lyrics: {1}</h1><p>We do not have the lyrics to this song yet. Submit them.</p>");

  private ShortPages() {}

  /** Two such pages of one site on two things. */
  static LookAlikes of(Chance chance, Donors donors) {
    String form = chance.pick(FORMS);
    List<String> subjects =
        switch (chance.between(0, 2)) {
          case 0 -> chance.pick(Phrases.PEOPLE, 2);
          case 1 -> chance.pick(Phrases.PLACES, 2);
          default -> donors.headlines(chance, 2);
        };
    // The number and date are the same: the subject alone tells the pages apart.
    String filled =
        form.replace("{n}", Integer.toString(chance.between(10, 99)))
            .replace("{d}", Dates.date(chance, 1));
    String site = "My " + chance.pick(Phrases.PLACES);
    String nav = Surroundings.links(donors.navigation(chance, chance.between(3, 10))).outerHtml();
    return new LookAlikes(
        page(filled, subjects.get(0), site, nav), page(filled, subjects.get(1), site, nav));
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
