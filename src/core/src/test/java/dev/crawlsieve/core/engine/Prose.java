package dev.crawlsieve.core.engine;

import java.util.Random;

/** Pages of made-up words. */
final class Prose {

  private static final int WORDS = 200;

  private Prose() {}

  /**
   * A page of 200 words.
   *
   * @param text pages with the same number have the same words
   * @param changes how many words at the end differ
   */
  static String page(int text, int changes) {
    Random words = new Random(text);
    StringBuilder page =
        new StringBuilder("<html><title>The story of a mill, part " + text + "</title><p>");
    for (int i = 0; i < WORDS; i++) {
      int word = words.nextInt(100_000);
      page.append(i < WORDS - changes ? "word" : "other").append(word).append(' ');
    }
    return page.append("</p></html>").toString();
  }
}
