package dev.crawlsieve.core.index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The pages of a site, and all of them once more, in two orders. Names and texts are shared by more
 * and more pages, so the site shows at the end what it did not at the beginning.
 */
public final class PagesAgain extends SitePages {

  private static final String SITE = "https://lists.example/";
  private static final int FEW = 4;

  private final List<String[]> made = new ArrayList<>(); // URL, title, text

  /** A site of so many pages; a function of the seed. */
  public PagesAgain(long seed, int pages) {
    super(seed);
    List<String> titles = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      boolean sameTitle = i > 0 && random.nextInt(3) > 0;
      boolean sameText = i > 0 && random.nextInt(3) > 0;
      String title = sameTitle ? any(titles) : words(3);
      String text = sameText ? any(texts) : words(60 + random.nextInt(200));
      titles.add(title);
      texts.add(text);
      String edited = random.nextInt(3) == 0 ? text : text + " " + words(1 + random.nextInt(FEW));
      made.add(new String[] {SITE + words(2).replace(' ', '/') + "-" + i, title, edited});
    }
    Collections.shuffle(made, new Random(seed));
  }

  private String any(List<String> of) {
    return of.get(random.nextInt(Math.min(of.size(), 1 + of.size() / FEW)));
  }

  /**
   * All pages, as they come next; those of another pass are in another order.
   *
   * @param time of the first, in milliseconds
   * @param step from one to the next, likewise
   */
  public List<ComparedPage> pass(long time, long step) throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    long now = time;
    for (String[] page : made) {
      pages.add(page(page[0], page[1], page[2], now));
      now += step;
    }
    Collections.shuffle(made, new Random(time));
    return pages;
  }

  /** All pages, each with another word. */
  public List<ComparedPage> edited() throws Exception {
    List<ComparedPage> pages = new ArrayList<>();
    for (String[] page : made) {
      pages.add(page(page[0], page[1], page[2] + " " + words(1)));
    }
    return pages;
  }
}
