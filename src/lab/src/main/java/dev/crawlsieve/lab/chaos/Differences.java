package dev.crawlsieve.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Differences from the expected outcome: all of them counted by kind, the first ones in words. */
final class Differences {

  private static final int SHOWN = 20;

  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> shown = new ArrayList<>();

  synchronized void add(String kind, String sentence) {
    add(kind, 1, sentence);
  }

  /** Adds several at once, described by one sentence. */
  synchronized void add(String kind, long count, String sentence) {
    counts.merge(kind, count, Long::sum);
    if (shown.size() < SHOWN) {
      shown.add(sentence);
    }
  }

  synchronized Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  synchronized List<String> shown() {
    return List.copyOf(shown);
  }
}
