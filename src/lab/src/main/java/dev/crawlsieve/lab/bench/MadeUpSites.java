package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import java.util.SplittableRandom;

/**
 * Small pages of many sites, in turn: each has its site's menu and footer, {@value #FRAME_LINES}
 * lines, about a title and text that no other page has. The same numbers make the same pages.
 *
 * @param pages number of all pages
 * @param sites number of sites
 */
public record MadeUpSites(int pages, int sites) {

  /** Lines that all pages of a site have. */
  public static final int FRAME_LINES = 14;

  private static final int MENU_LINES = 10;
  private static final int WORDS = 130;
  private static final int VOCABULARY = 30_000;

  public MadeUpSites {
    if (sites < 1 || pages < sites) {
      throw new SettingsException(
          "--pages is " + pages + " and --sites is " + sites + ": a site needs one page or more");
    }
  }

  /** The URL of a page. */
  public String url(int page) {
    return "https://site-" + page % sites + ".example/pages/" + page;
  }

  /** The event of a page. */
  public byte[] event(int page) {
    return RecordJson.JSON
        .createObjectNode()
        .put("url", url(page))
        .put("fetchTime", "2026-01-31T12:00:00Z")
        .put("contentType", "text/html; charset=utf-8")
        .put("html", html(page))
        .toString()
        .getBytes(UTF_8);
  }

  private String html(int page) {
    SplittableRandom own = new SplittableRandom(page);
    SplittableRandom ofSite = new SplittableRandom(-1L - page % sites);
    StringBuilder html = new StringBuilder("<!doctype html><title>");
    String title = words(own, 5);
    html.append(title).append("</title><ul>");
    for (int line = 0; line < MENU_LINES; line++) {
      html.append("<li><a href=/").append(line).append('>').append(words(ofSite, 2)).append("</a>");
    }
    html.append("</ul><h1>").append(title).append("</h1>");
    for (int paragraph = 0; paragraph < 2; paragraph++) {
      html.append("<p>").append(words(own, WORDS / 2)).append(".</p>");
    }
    html.append("<footer>");
    for (int line = MENU_LINES; line < FRAME_LINES; line++) {
      html.append("<p>").append(words(ofSite, 5)).append("</p>");
    }
    return html.append("</footer>").toString();
  }

  private static String words(SplittableRandom random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ").append(word(random.nextInt(VOCABULARY)));
    }
    return words.toString();
  }

  /** A word of three syllables. */
  private static String word(int number) {
    StringBuilder word = new StringBuilder();
    for (int rest = number, i = 0; i < 3; i++, rest /= 32) {
      word.append("bdfgklmnprstvzhj".charAt(rest % 16)).append(rest / 16 % 2 == 0 ? 'a' : 'o');
    }
    return word.toString();
  }
}
