package dev.crawlsieve.stream.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A synthetic crawl: pages of words, including exact and near copies; a function of its seed. */
public final class Crawl {

  private static final int WORDS = 300;

  private Crawl() {}

  /** Page events. About one in four is an exact or near copy of an earlier one. */
  public static List<byte[]> pages(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String[]> originals = new ArrayList<>();
    List<Integer> titles = new ArrayList<>();
    List<byte[]> pages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String[] words;
      int title = i;
      if (originals.isEmpty() || random.nextInt(4) > 0) {
        words = new String[WORDS];
        for (int w = 0; w < WORDS; w++) {
          words[w] = word(random);
        }
        originals.add(words);
        titles.add(i);
      } else {
        int original = random.nextInt(originals.size());
        words = originals.get(original).clone();
        title = titles.get(original);
        for (int edits = random.nextInt(3); edits > 0; edits--) {
          words[random.nextInt(WORDS)] = word(random);
        }
      }
      pages.add(page(i, title, String.join(" ", words)));
    }
    return pages;
  }

  /** Page events that differ in everything a cluster policy compares; otherwise like the others. */
  public static List<byte[]> varied(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed + 1);
    return pages(count, seed).stream().map(page -> varied(page, random)).toList();
  }

  private static byte[] varied(byte[] page, SplittableRandom random) {
    String event = new String(page, UTF_8);
    if (random.nextInt(3) == 0) {
      event = event.replace("https://", "http://");
    }
    event =
        random.nextInt(4) == 0
            ? event.replace("\"fetchTime\":\"2026-01-01T00:00:00Z\",", "")
            : event.replace("T00:00:00Z", "T0" + random.nextInt(10) + ":00:00.5+01:00");
    String url = event.substring(8, event.indexOf('"', 8));
    String link =
        switch (random.nextInt(6)) {
          case 0 -> "<link rel=canonical href='" + url + "'>";
          case 1 -> "<link rel=canonical href='http://elsewhere.example/'>";
          default -> "";
        };
    return event.replace("</title>", "</title>" + link).getBytes(UTF_8);
  }

  /** A page event with a text. */
  public static byte[] page(int number, String text) {
    return page(number, number, text);
  }

  /** A page event with a text, under the title of another page. */
  public static byte[] page(int number, int title, String text) {
    return ("{\"url\":\"https://host"
            + number % 50
            + ".example/page/"
            + number
            + "\",\"fetchTime\":\"2026-01-01T00:00:00Z\",\"status\":200,"
            + "\"contentType\":\"text/html; charset=utf-8\",\"headers\":{},\"html\":"
            + "\"<html><head><title>Page "
            + title
            + "</title></head><body><p>"
            + text
            + "</p></body></html>\"}")
        .getBytes(UTF_8);
  }

  private static String word(SplittableRandom random) {
    StringBuilder word = new StringBuilder();
    for (int syllables = 1 + random.nextInt(3); syllables > 0; syllables--) {
      word.append("bdfgklmnprstvz".charAt(random.nextInt(14)));
      word.append("aeiou".charAt(random.nextInt(5)));
    }
    return word.toString();
  }
}
