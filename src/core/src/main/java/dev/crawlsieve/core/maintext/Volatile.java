package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Letters;
import java.util.Arrays;
import java.util.Set;

/**
 * Recognises blocks that state only when or how often: a date, a time, an age, a visitor counter, a
 * session id. They differ between two fetches of the same page, and do not tell two pages apart. A
 * date within a sentence is kept, and so are bare numbers, which may be a table's content.
 *
 * <p>Dates and times in digits of any script are recognised in every language; with a month or a
 * unit in words only in those of the lists, English, German, French, Spanish, Italian, Portuguese,
 * Dutch, Chinese and Japanese. In other languages such a block is kept as text.
 */
final class Volatile {

  private static final int MAX_WORDS = 14;
  private static final int SESSION_ID_LENGTH = 16;

  /** So many quarters of a word at most has a label in a script that does not separate words. */
  private static final int LABEL = 10;

  /** Words that make numbers volatile: months, days, units of age, things that are counted. */
  private static final Set<String> MARKS =
      words(
          "january february march april may june july august september october november december"
              + " jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli"
              + " oktober dezember jänner dez okt mär janvier février mars avril juin juillet août"
              + " septembre octobre novembre décembre enero febrero marzo abril mayo junio julio"
              + " agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno"
              + " luglio settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro"
              + " outubro novembro dezembro januari februari maart mei augustus"
              + " monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun"
              + " montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi"
              + " mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado"
              + " domingo"
              + " ago hace vor geleden"
              + " uhr am pm gmt utc cet cest edt est pdt pst"
              + " views view visits visitors visitor hits clicks reads downloads online users guests"
              + " comments comment replies shares likes besucher aufrufe kommentare gelesen vues"
              + " visitas visites");

  /** Words that may accompany these. */
  private static final Set<String> FILLERS =
      words(
          "on at of the in by to last modified updated update posted published publication date"
              + " second seconds minute minutes min mins hour hours hrs day days week weeks month months"
              + " sekunden minuten stunde stunden tag tagen tage woche wochen monat monaten monate"
              + " created edited revised page this was generated time read since total today now"
              + " counter as de del le la el les du à a um vom den der die das am von und and stand"
              + " letzte letztes aktualisiert aktualisierung veröffentlicht erstellt geändert datum"
              + " seit il y mis jour publié publicado actualizado fecha pubblicato il"
              + " aggiornato st nd rd th h m s t z");

  private Volatile() {}

  private static Set<String> words(String list) {
    return Set.copyOf(Arrays.asList(list.split(" ")));
  }

  static boolean is(TextRun run, Outline outline) {
    if (run.words > MAX_WORDS || run.chars > 90) {
      return false;
    }
    int digits = Signs.digits(run, outline.utf8());
    return digits > 0 && is(outline.text(run).toCharArray(), digits);
  }

  private static boolean is(char[] text, int digits) {
    int numbers = 0;
    int marks = 0;
    int others = 0;
    int i = 0;
    while (i < text.length) {
      int start = i;
      while (i < text.length && (Letters.isLetterOrDigit(text[i]) || Letters.isMark(text[i]))) {
        i++;
      }
      if (i > start) {
        String word = Letters.lower(new String(text, start, i - start));
        if (isNumber(word)) {
          numbers++;
        } else if (MARKS.contains(word) || isSessionId(word)) {
          marks++;
        } else if (!FILLERS.contains(word)) {
          others += words(word.toCharArray());
          if (others > 1) {
            return false;
          }
        }
      }
      i = Math.max(i, start + 1);
    }
    marks += digits >= 3 && isDateOrTime(text) ? 1 : 0;
    // One other word may be the section or the place before the date.
    return marks > 0 && numbers + marks > 1 && others <= (numbers + marks >= 4 ? 1 : 0);
  }

  /**
   * How many words stand where no space does, in scripts that do not separate them: each part in
   * another script, and of these as much as a label has: published at.
   */
  private static int words(char[] letters) {
    int words = 0;
    int unparted = 0;
    for (int i = 0; i < letters.length; i++) {
      boolean here = RunText.isUnparted(letters[i]);
      unparted += here ? RunText.quarters(letters[i]) : 0;
      words += !here && (i == 0 || RunText.isUnparted(letters[i - 1])) ? 1 : 0;
    }
    return words + (unparted + LABEL - 1) / LABEL;
  }

  private static boolean isNumber(String word) {
    int digits = 0;
    while (digits < word.length() && Letters.isDigit(word.charAt(digits))) {
      digits++;
    }
    // 21st, 2pm, 10k, 2017年
    return (digits > 0 && word.length() - digits <= 2) || isChineseDate(word);
  }

  private static boolean isChineseDate(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (!Letters.isDigit(word.charAt(i)) && "年月日时時分秒".indexOf(word.charAt(i)) < 0) {
        return false;
      }
    }
    return !word.isEmpty();
  }

  private static boolean isSessionId(String word) {
    int digits = 0;
    for (int i = 0; i < word.length(); i++) {
      digits += Letters.isDigit(word.charAt(i)) ? 1 : 0;
    }
    return word.length() >= SESSION_ID_LENGTH && digits >= 4;
  }

  /** Digits separated by a colon, or a date of which one part is a year or all have two digits. */
  private static boolean isDateOrTime(char[] text) {
    int to = text.length;
    int i = 0;
    while (i < to) {
      int first = digits(text, i, to);
      int second = first == 0 ? 0 : digits(text, i + first + 1, to);
      if (second > 0) {
        char by = text[i + first];
        int at = i + first + 1 + second;
        if (by == ':') {
          return true;
        }
        if ((by == '.' || by == '/' || by == '-') && at < to && text[at] == by) {
          int third = digits(text, at + 1, to);
          // 1.8.0 and 2.11.0 are versions.
          if (third > 0 && (first == 4 || third == 4 || first + second + third == 6)) {
            return true;
          }
        }
      }
      i += first + 1;
    }
    return false;
  }

  private static int digits(char[] text, int from, int to) {
    int i = from;
    while (i < to && Letters.isDigit(text[i])) {
      i++;
    }
    return Math.max(0, i - from);
  }
}
