package dev.crawlsieve.stream.meters;

import java.util.Map;

/**
 * What came out since the start: each page and dead letter counts once. All that sums up an
 * instance shows these.
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

  /** Its name in JSON, and of pages in the tag {@code decision}. */
  public String key() {
    return key;
  }

  /** What follows its number in a sentence. */
  public String words() {
    return words;
  }

  /** Its number among totals by name, 0 if it is not there. */
  public long in(Map<String, Long> totals) {
    return totals.getOrDefault(key, 0L);
  }
}
