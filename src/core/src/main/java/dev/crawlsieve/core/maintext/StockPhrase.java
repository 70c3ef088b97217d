package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.Utf8Chars;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Recognises short blocks that say the same on pages of all sites, by phrases in English, German,
 * French, Spanish, and a few in Italian, Portuguese and Dutch. In other languages such a block
 * stays where it is.
 */
final class StockPhrase {

  private static final int MAX_CHARS = 90;

  /** No phrase that begins with ASCII is shorter, in characters. */
  private static final int BEGINNING = 3;

  /** No phrase begins with a letter beyond this one. */
  private static final int LATIN = 0xff;

  /** The first three letters of the phrases, five bits each, ignoring case. */
  private static final BitSet BEGINNINGS = new BitSet();

  /** Beginnings of blocks that credit the author or owner of adjacent content. */
  private static final Map<Character, List<String>> CREDITS =
      phrases(
          "©, (c), copyright, all rights reserved, alle rechte vorbehalten,"
              + " tous droits réservés, foto:, fotos:, photo:, photos:, photo by, photograph by,"
              + " photograph:, (photo, (foto, credit:, (credit, image:, image credit, photo credit,"
              + " crédit photo, crédits photo, titelbild:, bild:, bildquelle, bildnachweis, quelle:,"
              + " source:, picture:, getty images, imagen:, crédito");

  /** Beginnings of blocks that introduce content from other pages. */
  private static final Map<Character, List<String>> LEADS =
      phrases(
          "advertisement, advertising, anzeige, werbung, publicité, publicidad, pubblicità,"
              + " read more, read also, read next, see also:, more from, more on this, more stories,"
              + " related articles, related posts, related stories, related:, recommended for you,"
              + " you may also like, you might also like, most popular, share this, share on,"
              + " follow us, subscribe, sign up, click here to, continue reading, skip to,"
              + " mehr zum thema, mehr dazu, mehr aus, lesen sie auch, lesen sie mehr,"
              + " lesen sie weiter, weiterlesen, das könnte, ähnliche artikel, ähnliche beiträge,"
              + " auch interessant, weitere artikel, weitere beiträge, weitere themen,"
              + " weitere meldungen, artikel teilen, teilen, drucken, zum thema, newsletter,"
              + " à lire aussi, lire aussi, lire la suite, voir aussi, sur le même sujet, leer más,"
              + " lea también, le puede interesar, te puede interesar, puede interesarle,"
              + " leggi anche, leia também, lees ook, leave a comment, leave a reply,"
              + " schreibe einen kommentar, kommentare geschlossen, comments are closed,"
              + " deixe um comentário, print this, back to top, nach oben, tags:, filed under,"
              + " categories:, kategorien:, schlagwörter, posted in, posted by, loading, javascript");

  private static final String BULLETS = " -–—·•*+>»›→|_[";

  private StockPhrase() {}

  /** Indexes phrases, separated by commas, by their first characters; records their beginnings. */
  private static Map<Character, List<String>> phrases(String list) {
    Map<Character, List<String>> phrases = new HashMap<>();
    for (String phrase : list.split(", ")) {
      if (phrase.chars().limit(BEGINNING).anyMatch(c -> c > LATIN)) {
        throw new IllegalArgumentException(phrase);
      }
      phrases.computeIfAbsent(phrase.charAt(0), first -> new ArrayList<>()).add(phrase);
      if (phrase.length() >= BEGINNING) {
        BEGINNINGS.set(
            (phrase.charAt(0) & 0x1f) << 10
                | (phrase.charAt(1) & 0x1f) << 5
                | (phrase.charAt(2) & 0x1f));
      }
    }
    return phrases;
  }

  static boolean is(TextRun run, Outline outline) {
    if (run.chars == 0 || run.chars > MAX_CHARS || run.words > 14) {
      return false;
    }
    if (mayNotBegin(outline.utf8(), run.start, run.end)) {
      return false;
    }
    String text = outline.text(run);
    int from = 0;
    while (from < text.length() - 1 && BULLETS.indexOf(text.charAt(from)) >= 0) {
      from++;
    }
    String start = Letters.lower(text.substring(from, Math.min(text.length(), from + 40)));
    if (begins(start, CREDITS)) {
      return true;
    }
    return run.words <= 8 && begins(start, LEADS) && Signs.sentenceEnds(run, outline.utf8()) == 0;
  }

  /** Whether a text begins unlike any phrase, and need not be examined further. */
  private static boolean mayNotBegin(byte[] utf8, int start, int end) {
    int from = start;
    int c = Utf8Chars.character(utf8, from);
    int next = from + Utf8Chars.length(utf8[from]);
    while (next < end && BULLETS.indexOf(c) >= 0) {
      from = next;
      c = Utf8Chars.character(utf8, from);
      next = from + Utf8Chars.length(utf8[from]);
    }
    int beginning = 0;
    int at = from;
    for (int i = 0; i < BEGINNING; i++) {
      if (at == end) {
        return true;
      }
      c = Utf8Chars.character(utf8, at);
      if (c > LATIN && Letters.lower(c) > LATIN) {
        return true;
      }
      if (c >= 0x80) {
        return false;
      }
      beginning = beginning << 5 | (c & 0x1f);
      at += Utf8Chars.length(utf8[at]);
    }
    return !BEGINNINGS.get(beginning);
  }

  private static boolean begins(String start, Map<Character, List<String>> phrases) {
    for (String phrase : phrases.getOrDefault(start.charAt(0), List.of())) {
      if (start.startsWith(phrase)
          && (start.length() == phrase.length()
              || !Letters.isLetter(start.charAt(phrase.length()))
              || !Letters.isLetter(phrase.charAt(phrase.length() - 1)))) {
        return true;
      }
    }
    return false;
  }
}
