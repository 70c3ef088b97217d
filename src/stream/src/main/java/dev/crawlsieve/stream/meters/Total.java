package dev.crawlsieve.stream.meters;

import java.util.Locale;
import java.util.Map;

/**
 * The totals of results since the start, in which each page and each dead letter counts once. Every
 * summary of an instance shows these.
 */
public enum Total {
  UNIQUE("unique", "unique"),
  DUPLICATE("duplicate", "duplicate"),
  UNJUDGED("unjudged", "not judged"),
  DEAD_LETTERS("deadLetters", "dead letters");

  private final String key;
  private final String words;

  Total(String key, String words) {
    this.key = key;
    this.words = words;
  }

  /** Its name in JSON; for totals of pages, also the value of the tag {@code decision}. */
  public String key() {
    return key;
  }

  /** Its number and the words that follow it in a sentence. */
  public String counted(long number) {
    return String.format(
        Locale.ROOT, "%,d %s", number, this == DEAD_LETTERS && number == 1 ? "dead letter" : words);
  }

  /** Its value in a map of totals by name; 0 if it is not there. */
  public long in(Map<String, Long> totals) {
    return totals.getOrDefault(key, 0L);
  }
}
