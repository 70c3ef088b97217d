package dev.crawlsieve.core.diff;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns numbers to strings, from 0, equal ones to equal strings. */
final class Symbols {

  private final Map<String, Integer> numbers = new HashMap<>();

  /** The numbers of strings, in order. */
  int[] of(List<String> strings) {
    return strings.stream().mapToInt(this::number).toArray();
  }

  /** Number of distinct strings so far. */
  int count() {
    return numbers.size();
  }

  private int number(String string) {
    Integer known = numbers.putIfAbsent(string, numbers.size());
    return known == null ? numbers.size() - 1 : known;
  }
}
